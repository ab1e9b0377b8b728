import { expect, it } from 'vitest'
import {
  busFare,
  fees,
  givenReceipts,
  givenStudents,
  newReceipt,
  receiptFormData,
  verify,
} from '../../testing/receipts.ts'
import { scenariosWith } from '../../testing/scenarios.ts'
import { openWithCast, type TestApp } from '../../testing/testApp.ts'
import { cast } from '../../testing/users.ts'
import { historyOf } from '../../testing/storedRows.ts'

/** Adds verified receipts of both students, and a newer one of the first that is not verified. */
async function givenVerified(test: TestApp): Promise<void> {
  await givenReceipts(test)
  const amina = await test.signIn(cast.administrator)
  for (const id of [1, 2]) expect((await verify(amina, id)).status).toBe(200)
  const added = await amina.post('/api/finance', newReceipt({ term_id: '2', items: [busFare] }))
  expect(added.status, added.text).toBe(200)
}

scenariosWith('reading receipts', { as: 'liaison', call: 'GET /api/finance?query=1', status: 200 }, [
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
    status: 422,
    contains: { errors: { query: ['Query is not known'] } },
  },
  {
    name: 'requires year and student for a profile',
    as: 'administrator',
    call: 'GET /api/finance?query=profile',
    status: 422,
    contains: { errors: { year: ['Year cannot be empty'], student: ['Student cannot be empty'] } },
  },
])

scenariosWith(
  'verifying receipts',
  { as: 'administrator', call: 'POST /api/finance/1/return', given: givenReceipts },
  [
    {
      name: 'refuses to verify without the CSRF token',
      call: 'GET /api/finance/1?query=verify',
      status: 419,
      contains: { message: 'CSRF token mismatch.' },
    },
    {
      name: 'returns a receipt with a remark that its author sees',
      as: 'coordinator',
      input: { remark: 'The PDF is of another term.' },
      status: 200,
      contains: {
        message: 'Returned to the author.',
        data: { status: 0, remark: 'The PDF is of another term.', entered_by: 'Lydia Chebet', version: 2 },
      },
      async after(test) {
        const lydia = await test.signIn(cast.liaison)
        const corrected = await lydia.change('PUT', '/api/finance/1', receiptFormData({ version: '2' }))
        expect(corrected.body).toMatchObject({ data: { remark: null, status: 0, version: 3 } })
      },
    },
    {
      name: 'refuses to return a receipt without a remark',
      input: { remark: ' ' },
      status: 422,
      contains: { errors: { remark: ['Remark cannot be empty'] } },
    },
    {
      name: 'refuses to return a verified receipt',
      given: givenVerified,
      input: { remark: 'Too late' },
      status: 409,
      contains: { message: 'Only what is Unverified can be Verified' },
    },
  ],
)

it.for(['administrator', 'coordinator'] as const)('lets the %s verify a receipt', async (name) => {
  const test = await openWithCast()
  await givenReceipts(test)
  const answer = await verify(await test.signIn(cast[name]), 1)
  expect(answer.status).toBe(200)
  expect(answer.body).toMatchObject({ message: 'Verified.', data: { id: 1, status: 1, version: 2 } })
  expect((await historyOf(test)).at(-1)).toMatchObject({
    entity: 'receipt',
    entity_id: 1,
    action: 'verified',
    user_id: cast[name].id,
    changes: { status: ['Unverified', 'Verified'] },
  })
})

it('verifies a receipt once, even when two users verify it at the same moment', async () => {
  const test = await openWithCast()
  await givenReceipts(test)
  const [amina, catherine] = [await test.signIn(cast.administrator), await test.signIn(cast.coordinator)]
  const answers = await Promise.all([verify(amina, 1), verify(catherine, 1)])
  expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(['200', '409'])
  const third = await verify(amina, 1)
  expect(third.status).toBe(409)
  expect(third.body).toMatchObject({ message: 'Only what is Unverified can be Verified' })
  expect((await verify(amina, 99)).status).toBe(404)
})

it('refuses to let users verify receipts that they saved last, if the setting forbids it', async () => {
  const test = await openWithCast({ settings: { VERIFY_OWN_ENTRIES: 'off' } })
  await givenReceipts(test)
  const [amina, catherine] = [await test.signIn(cast.administrator), await test.signIn(cast.coordinator)]
  expect((await amina.change('PUT', '/api/finance/1', receiptFormData({ items: [fees] }))).status).toBe(200)
  const own = await verify(amina, 1)
  expect(own.status).toBe(409)
  expect(own.body).toEqual({ message: 'You Cannot Verify What You Entered Last' })
  expect((await verify(catherine, 1)).status).toBe(200)
})

it('refuses a supporter the PDF of an unverified receipt', async () => {
  const test = await openWithCast()
  await givenReceipts(test)
  const samuel = await test.signIn(cast.supporter)
  expect((await samuel.get('/api/files/1')).status).toBe(404)
  await verify(await test.signIn(cast.administrator), 1)
  await verify(await test.signIn(cast.administrator), 2)
  expect((await samuel.get('/api/files/1')).status).toBe(200)
  expect((await samuel.get('/api/files/2')).status).toBe(404)
})

const warned = { student_id: 1, year_id: 1, term_id: 1, items: [fees, { ...busFare, cost: 9 }] }

scenariosWith(
  'POST /api/finance/similar',
  { as: 'liaison', call: 'POST /api/finance/similar', status: 200, given: givenReceipts },
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
    {
      name: 'reports the error of a row under its index',
      given: givenStudents,
      input: { ...warned, items: [fees, { ...fees, item: '' }] },
      status: 422,
      contains: { errors: { 'items.1.item': ['Item cannot be empty'] } },
    },
  ],
)

it('warns of a PDF that is saved with any other receipt, and still saves it', async () => {
  const test = await openWithCast()
  await givenReceipts(test)
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
