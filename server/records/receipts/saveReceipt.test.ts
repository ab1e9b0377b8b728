import { describe, expect, it } from 'vitest'
import {
  busFare,
  fees,
  givenReceipts,
  givenStudents,
  newReceipt,
  receiptFormData,
  type TypedItem,
} from '../../testing/data/receipts.ts'
import { scenariosWith } from '../../testing/scenarios.ts'
import { openSignedIn } from '../../testing/testApp.ts'
import { pdf, photo } from '../../testing/files/trialFiles.ts'
import { cast } from '../../testing/data/users.ts'
import { historyOf } from '../../testing/database/storedRows.ts'

const ADD = `POST /api/finance?query=''`
const EDIT = `POST /api/finance/1?_method=PUT&query=''`
const FILE_REQUIRED = 'Please Select Student Receipt for Upload'
const COST_WRONG = 'Cost must be an amount from 0 to 10,000,000, with two decimals at most'

const unsettable = { status: '2', total_cost: '1', id: '77', entered_by: '1', school_id: '9' }

const answered = {
  id: 1,
  student_id: 1,
  term: 'Term 1',
  class: 'Form 1',
  school: 'Nyando Girls High School',
  liaison_comment: 'Paid at the school.',
  status: 0,
  remark: null,
  entered_by: 'Lydia Chebet',
  version: 1,
  total_cost: 23250.5,
  pathFinance: '/api/files/1',
  items: [
    { id: 1, category: 'Transport', item: 'Bus fare', cost: 1250.5 },
    { id: 2, category: 'Tuition Fees', item: 'Term fees', cost: 22000 },
  ],
  categories: [
    { category: 'Tuition Fees', category_total_cost: 22000, category_items: [{ id: 2 }] },
    { category: 'Transport', category_total_cost: 1250.5, category_items: [{ id: 1 }] },
  ],
}

const wrong: [name: string, changes: Parameters<typeof newReceipt>[0], errors: object][] = [
  ['a student who is not there', { student_id: '99' }, { student_id: ['Student is not known'] }],
  ['a year that is not there', { year_id: '99' }, { year_id: ['Year is not known'] }],
  [
    'a term and a class that are not there',
    { term_id: '99', class_id: '99' },
    { term_id: ['Term is not known'], class_id: ['Class is not known'] },
  ],
  ['no remarks', { liaison_comment: ' ' }, { liaison_comment: ['Liaison Comment cannot be empty'] }],
  ['no items', { items: [] }, { items: ['Receipt Items are Required'] }],
  [
    'a row without category and cost',
    { items: [fees, { category: '', item: 'Pens', cost: '' }] },
    { 'items.1.category': ['Category cannot be empty'], 'items.1.cost': ['Cost cannot be empty'] },
  ],
  ['a cost below 0', { items: [{ ...fees, cost: '-0.01' }] }, { 'items.0.cost': [COST_WRONG] }],
  [
    '201 rows',
    { items: Array.from({ length: 201 }, () => fees) },
    { items: ['Receipt Items may not be more than 100'] },
  ],
  [
    'a file that is no PDF, and every wrong field with it',
    { receipt: Buffer.from('%PDX'), liaison_comment: '', items: [{ ...fees, item: '' }] },
    {
      receipt: ['Only PDF Allowed'],
      liaison_comment: ['Liaison Comment cannot be empty'],
      'items.0.item': ['Item cannot be empty'],
    },
  ],
  ['part of a cent', { items: [{ ...fees, cost: '1.005' }] }, { 'items.0.cost': [COST_WRONG] }],
]

scenariosWith('POST /api/finance', { as: 'liaison', call: ADD, given: givenStudents, input: newReceipt() }, [
  {
    name: 'saves a receipt with its items, and answers the sums',
    contains: { message: 'Receipt saved.', data: answered },
    async after(test) {
      expect(await test.db.selectFrom('receipts').select(['total', 'school_id']).execute()).toEqual([
        { total: 2_325_050, school_id: 1 },
      ])
      expect(await historyOf(test)).toMatchObject([
        {
          entity: 'receipt',
          entity_id: 1,
          action: 'added',
          user_id: cast.liaison.id,
          changes: {
            student: [null, 'EL-0001'],
            term: [null, 'Term 1'],
            'Transport: Bus fare': [null, '1250.50'],
            'Tuition Fees: Term fees': [null, '22000.00'],
            file: [null, 1],
          },
        },
      ])
      expect(await test.db.selectFrom('unowned_bytes').selectAll().execute()).toEqual([])
    },
  },
  {
    name: 'accepts costs as people type them',
    input: newReceipt({ items: ['.5', '5.', '1,000'].map((cost) => Object.assign({}, fees, { cost })) }),
    contains: { data: { items: [{ cost: 0.5 }, { cost: 5 }, { cost: 1000 }], total_cost: 1005.5 } },
  },
  {
    name: 'accepts several receipts of one term',
    given: givenReceipts,
    contains: { data: { id: 3, student_id: 1 } },
  },
  {
    name: 'ignores fields that a caller may not set',
    input: newReceipt({}, unsettable),
    contains: { data: { id: 1, status: 0, total_cost: 23250.5, entered_by: 'Lydia Chebet' } },
  },
  {
    name: 'reports a missing PDF together with other missing fields',
    input: { student_id: 1 },
    errors: {
      receipt: [FILE_REQUIRED],
      year_id: ['Year cannot be empty'],
      term_id: ['Term cannot be empty'],
      class_id: ['Class cannot be empty'],
      liaison_comment: ['Liaison Comment cannot be empty'],
      items: ['Receipt Items are Required'],
    },
  },
  {
    name: 'reports a missing PDF alone',
    input: receiptFormData(),
    errors: { receipt: [FILE_REQUIRED] },
  },
  {
    name: 'refuses a file that is not a PDF',
    input: receiptFormData({ receipt: await photo().png().toBuffer() }),
    errors: { receipt: ['Only PDF Allowed'] },
  },
  ...wrong.map(([name, changes, errors]) => ({
    name: `refuses ${name}`,
    as: 'administrator' as const,
    input: newReceipt(changes),
    errors,
  })),
  {
    name: 'refuses a student who is not Active',
    input: newReceipt({ student_id: '3' }),
    conflict: 'Student is not Active',
    lacks: ['Grace'],
  },
])

const keptFare: TypedItem = { ...busFare, id: 1, cost: '1300' }
const pens: TypedItem = { category: 'Books and Stationery', item: 'Pens', cost: '0.10' }

scenariosWith(
  'PUT /api/finance/{id}',
  { as: 'liaison', call: EDIT, given: givenReceipts, input: receiptFormData() },
  [
    {
      name: 'changes, adds and removes items, without changing the PDF and the other rows',
      as: 'coordinator',
      input: receiptFormData({ term_id: '2', version: '1', items: [pens, keptFare] }),
      contains: {
        message: 'Receipt saved.',
        data: {
          term: 'Term 2',
          version: 2,
          entered_by: 'Catherine Njeri',
          pathFinance: '/api/files/1',
          total_cost: 1300.1,
          items: [
            { item: 'Pens', cost: 0.1 },
            { id: 1, item: 'Bus fare', cost: 1300 },
          ],
        },
      },
      async after(test) {
        const { changes, ...entry } = (await historyOf(test)).at(-1) ?? { changes: {} }
        expect(entry).toMatchObject({ entity: 'receipt', entity_id: 1, action: 'edited', user_id: 3 })
        expect(changes).toEqual({
          term: ['Term 1', 'Term 2'],
          'Transport: Bus fare': ['1250.50', '1300.00'],
          'Tuition Fees: Term fees': ['22000.00', null],
          'Books and Stationery: Pens': [null, '0.10'],
        })
      },
    },
    {
      name: 'records in the history that only the order of the items changed',
      as: 'coordinator',
      input: receiptFormData({
        version: '1',
        items: [
          { ...fees, id: 2 },
          { ...busFare, id: 1 },
        ],
      }),
      contains: { data: { version: 2, items: [{ id: 2 }, { id: 1 }] } },
      async after(test) {
        const { changes } = (await historyOf(test)).at(-1) ?? {}
        expect(changes).toEqual({
          'Order of items': [
            'Transport: Bus fare, Tuition Fees: Term fees',
            'Tuition Fees: Term fees, Transport: Bus fare',
          ],
        })
      },
    },
    {
      name: 'records the cost of each of several items with the same name',
      as: 'coordinator',
      async given(test) {
        await givenReceipts(test)
        const items = [
          { ...busFare, cost: '10' },
          { ...busFare, cost: '20' },
        ]
        await (await test.signIn(cast.liaison)).change('PUT', '/api/finance/1', receiptFormData({ items }))
      },
      input: receiptFormData({
        version: '2',
        items: [
          { ...busFare, cost: '15' },
          { ...busFare, cost: '15' },
        ],
      }),
      contains: { data: { version: 3, total_cost: 30 } },
      async after(test) {
        const { changes } = (await historyOf(test)).at(-1) ?? {}
        expect(changes).toEqual({ 'Transport: Bus fare': ['10.00 + 20.00', '15.00 + 15.00'] })
      },
    },
    {
      name: 'replaces the PDF, and the older one stays in the history',
      input: newReceipt({ receipt: pdf(2000) }),
      contains: { data: { pathFinance: '/api/files/3' } },
      async after(test) {
        expect((await historyOf(test)).at(-1)?.changes).toEqual({ file: [1, 3] })
        expect((await (await test.signIn(cast.liaison)).get('/api/files/1')).status).toBe(200)
      },
    },
    {
      name: 'sets a verified receipt back to unverified',
      async given(test) {
        await givenReceipts(test)
        const amina = await test.signIn(cast.administrator)
        expect((await amina.verify('/api/finance/1')).status).toBe(200)
      },
      contains: { data: { status: 0 } },
    },
    {
      name: 'does not change the items of another receipt',
      input: receiptFormData({ items: [{ ...fees, id: 4, cost: '1' }] }),
      contains: { data: { items: [{ cost: 1 }] } },
      async after(test) {
        const other = await (await test.signIn(cast.liaison)).get('/api/finance/2?query=edit')
        expect(other.body).toMatchObject({ data: { total_cost: 23250.5, items: [{ id: 3 }, { id: 4 }] } })
      },
    },
    {
      name: 'refuses to move a receipt to another student',
      input: receiptFormData({ student_id: '2' }),
      errors: { student_id: ['Student is not known'] },
    },
    {
      name: 'refuses to save over a version that the caller has not seen',
      as: 'coordinator',
      async given(test) {
        await givenReceipts(test)
        const lydia = await test.signIn(cast.liaison)
        await lydia.change('PUT', '/api/finance/1', receiptFormData({ items: [fees] }))
      },
      input: receiptFormData({ version: '1' }),
      status: 409,
      contains: {
        message: 'Lydia Chebet changed this while you were typing.',
        conflict: {
          version: 2,
          history: [{ changes: [{ field: 'Transport: Bus fare', from: '1250.50', to: null }] }],
        },
      },
    },
    {
      name: 'refuses a student who is no longer Active',
      async given(test) {
        await givenReceipts(test)
        await test.db.updateTable('students').set({ status: 2 }).where('id', '=', 1).execute()
      },
      conflict: 'Student is not Active',
    },
    {
      name: 'answers 404 for an unknown receipt',
      given: givenStudents,
      call: 'PUT /api/finance/99',
      status: 404,
    },
  ],
)

describe('receipts at the same moment', () => {
  it('saves one of two edits of the same version', async () => {
    const { test, client } = await openSignedIn('liaison', { given: givenReceipts })
    const save = (cost: string) =>
      client.change(
        'PUT',
        '/api/finance/1',
        receiptFormData({ version: '1', items: [{ ...fees, id: 2, cost }] }),
      )
    const answers = await Promise.all([save('1'), save('2')])
    expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(['200', '409'])
    const { total } = await test.db
      .selectFrom('receipts')
      .select('total')
      .where('id', '=', 1)
      .executeTakeFirstOrThrow()
    const items = await test.db.selectFrom('items').select('cost').where('receipt_id', '=', 1).execute()
    expect(items).toEqual([{ cost: total }])
  })

  it('saves one receipt of the same request sent twice, and answers both alike', async () => {
    const { test, client } = await openSignedIn('liaison', { given: givenStudents })
    const send = () =>
      client.post('/api/finance', newReceipt(), { headers: { 'idempotency-key': 'one-receipt' } })
    const [first, second] = await Promise.all([send(), send()])
    expect(first.status).toBe(200)
    expect(second.body).toEqual(first.body)
    expect(await test.db.selectFrom('receipts').select('id').execute()).toHaveLength(1)
    expect(await test.db.selectFrom('files').select('id').execute()).toHaveLength(1)
  })
})
