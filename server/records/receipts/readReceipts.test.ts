import { expect, it } from 'vitest'
import { busFare, fees, givenReceipts, givenStudents, newReceipt } from '../../testing/data/receipts.ts'
import { scenariosWith } from '../../testing/scenarios.ts'
import { openWithCast, type TestApp } from '../../testing/testApp.ts'
import { cast } from '../../testing/data/users.ts'

/** Adds verified receipts of both students, and a newer one of the first that is not verified. */
async function givenVerified(test: TestApp): Promise<void> {
  await givenReceipts(test)
  const amina = await test.signIn(cast.administrator)
  for (const id of [1, 2]) expect((await amina.verify(`/api/finance/${id}`)).status).toBe(200)
  const added = await amina.post('/api/finance', newReceipt({ term_id: '2', items: [busFare] }))
  expect(added.status, added.text).toBe(200)
}

scenariosWith('reading receipts', { as: 'liaison', call: 'GET /api/finance?query=1' }, [
  {
    name: 'lists those of a student, the newest term first',
    given: givenVerified,
    contains: {
      data: [
        { id: 3, term: 'Term 2', status: 0, total_cost: 1250.5 },
        { id: 1, term: 'Term 1', status: 1, total_cost: 23250.5 },
      ],
    },
  },
  {
    name: 'shows a year in the order of its terms, with categories and sums',
    as: 'director',
    given: givenVerified,
    call: 'GET /api/finance/?query=profile&year=1&student=1',
    contains: {
      data: [
        {
          id: 1,
          categories: [
            { category: 'Tuition Fees', category_total_cost: 22000 },
            { category: 'Transport', category_total_cost: 1250.5 },
          ],
        },
        { id: 3, categories: [{ category: 'Transport', category_items: [{ item: 'Bus fare' }] }] },
      ],
    },
  },
  {
    name: 'shows supporters the verified receipts of their own student',
    as: 'supporter',
    given: givenVerified,
    contains: { data: [{ id: 1, status: 1 }] },
    lacks: ['Term 2'],
  },
  {
    name: 'shows supporters the verified receipts of a year',
    as: 'supporter',
    given: givenVerified,
    call: 'GET /api/finance/?query=profile&year=1&student=1',
    contains: { data: [{ id: 1, status: 1 }] },
    lacks: ['Term 2'],
  },
  ...['query=2', 'query=profile&year=1&student=2'].map((query) => ({
    name: `shows supporters no receipts of other students: ${query}`,
    as: 'supporter' as const,
    given: givenVerified,
    call: `GET /api/finance?${query}`,
    status: 404,
    lacks: ['Transport'],
  })),
  {
    name: 'opens a receipt for editing',
    given: givenVerified,
    call: 'GET /api/finance/2?query=edit',
    contains: { data: { id: 2, student_id: 2, version: 2, items: [{ id: 3 }, { id: 4 }] } },
  },
  ...['query=99', 'query=profile&year=1&student=99'].map((query) => ({
    name: `finds no student for ${query}`,
    as: 'administrator' as const,
    given: givenStudents,
    call: `GET /api/finance?${query}`,
    status: 404,
  })),
  {
    name: 'requires a known query',
    call: 'GET /api/finance?query=x',
    errors: { query: ['Query is not known'] },
  },
  {
    name: 'requires year and student for a profile',
    as: 'administrator',
    call: 'GET /api/finance?query=profile',
    errors: { year: ['Year cannot be empty'], student: ['Student cannot be empty'] },
  },
])

const moreFees = { ...fees, cost: '5000' }

/** The first student has a second receipt of the term, with other fees. */
const givenTwoReceipts = async (test: TestApp) => {
  await givenReceipts(test)
  const added = await (
    await test.signIn(cast.liaison)
  ).post('/api/finance', newReceipt({ items: [moreFees] }))
  expect(added.status, added.text).toBe(200)
}

const warned = { student_id: 1, year_id: 1, term_id: 1, items: [fees, { ...busFare, cost: 9 }] }

scenariosWith(
  'POST /api/finance/similar',
  { as: 'liaison', call: 'POST /api/finance/similar', given: givenReceipts },
  [
    {
      name: 'warns of the same amount for a category in the same term',
      input: warned,
      async after(_test, { body }) {
        expect(body).toEqual({
          success: true,
          data: ['A receipt of this term has the same amount for Tuition Fees.'],
        })
      },
    },
    ...(
      [
        ['another term', { term_id: 2 }],
        ['another year', { year_id: 2 }],
        ['another student', { student_id: 3 }],
        ['another sum of the category', { items: [fees, fees] }],
        ['itself', { id: 1 }],
      ] as const
    ).map(([name, changes]) => ({
      name: `does not warn of ${name}`,
      input: { ...warned, ...changes },
      contains: { data: [] },
    })),
    ...[fees, moreFees].map((item) => ({
      name: `compares with each of two earlier receipts: ${item.cost}`,
      given: givenTwoReceipts,
      input: { ...warned, items: [item] },
      contains: { data: ['A receipt of this term has the same amount for Tuition Fees.'] },
    })),
    {
      name: 'does not warn of the sum of two earlier receipts',
      given: givenTwoReceipts,
      input: { ...warned, items: [fees, moreFees] },
      contains: { data: [] },
    },
    {
      name: 'reports the error of a row under its index',
      given: givenStudents,
      input: { ...warned, items: [fees, { ...fees, item: '' }] },
      errors: { 'items.1.item': ['Item cannot be empty'] },
    },
  ],
)

it('warns of a PDF that is saved with any other receipt, and still saves it', async () => {
  const test = await openWithCast({ given: givenReceipts })
  const { sha256 } = await test.db.selectFrom('files').select('sha256').limit(1).executeTakeFirstOrThrow()
  const lydia = await test.signIn(cast.liaison)
  const ask = (changes: object) =>
    lydia.post('/api/finance/similar', { ...warned, student_id: 3, ...changes })
  expect((await ask({ sha256 })).body).toMatchObject({
    data: ['The same PDF was saved with another receipt.'],
  })
  expect((await ask({ sha256: 'f'.repeat(64) })).body).toMatchObject({ data: [] })
  expect((await ask({ sha256: 'unreadable' })).body).toMatchObject({ data: [] })
  expect((await lydia.post('/api/finance', newReceipt())).status).toBe(200)
})
