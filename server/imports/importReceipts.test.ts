import { expect } from 'vitest'
import { importing, importRows } from '../testing/imports/imports.ts'
import { givenPast, type Reason, reasons, storedRecords } from '../testing/imports/pastRecords.ts'
import { addReceipts, lookupId } from '../testing/data/records.ts'
import { scenariosWith } from '../testing/scenarios.ts'
import { historyOf } from '../testing/database/storedRows.ts'
import type { TestApp } from '../testing/testApp.ts'
import { cast } from '../testing/data/users.ts'

const CALL = 'POST /api/imports'
const receipts = (rows: object[], more: object = {}) => importing(rows, { kind: 'receipts', ...more })

const bill = { ref: 'EL-0001', year: '2019', term: 'Term 1', class: 'Form 1', 'items.Transport': '1,250.50' }
const taken = (row: number): Reason => [row, 'term', 'Term 1', 'This receipt is already registered']

scenariosWith(`${CALL}, of past receipts`, { as: 'coordinator', call: CALL, given: givenPast }, [
  {
    name: 'adds them with an item for each amount',
    input: receipts([
      {
        ...bill,
        'items.Tuition Fees': 22_000,
        'items.Shopping': 0,
        'items.Uniform and Boarding Essentials: Two blankets': '900 + 850',
        liaison_comment: 'From the old ledger.',
      },
    ]),
    contains: { data: { created: 1 } },
    async after(test) {
      expect(await storedRecords(test, 'receipts')).toMatchObject([
        {
          student_id: 1,
          file_id: null,
          status: 2,
          total: 2_500_050,
          liaison_comment: 'From the old ledger.',
        },
      ])
      const items = await test.db.selectFrom('items').selectAll().orderBy('place').execute()
      expect(items.map(({ category, item, cost }) => [category, item, cost])).toEqual([
        ['Transport', 'Transport', 125_050],
        ['Tuition Fees', 'Tuition Fees', 2_200_000],
        ['Uniform and Boarding Essentials', 'Two blankets', 90_000],
        ['Uniform and Boarding Essentials', 'Two blankets', 85_000],
      ])
      const client = await test.signIn(cast.coordinator)
      const year = await lookupId(test.db, 'years', '2019')
      expect((await client.get(`/api/finance?query=finance-rep&year=${year}`)).body).toMatchObject({
        data: [{ schools: [{ costs: [25_000.5, null, null], total_year_cost: 25_000.5 }] }],
      })
      expect((await historyOf(test)).at(-1)).toMatchObject({
        entity: 'receipt',
        changes: {
          'Transport: Transport': [null, '1250.50'],
          'Uniform and Boarding Essentials: Two blankets': [null, '900.00 + 850.00'],
        },
      })
    },
  },
  {
    name: 'reports a receipt of the same term and amount, and costs that are none',
    given: async (test: TestApp) => {
      await givenPast(test)
      await addReceipts(test, [
        { student_id: 1, year: '2019', term: 'Term 1', items: [['Transport', 'Bus', 1250.5]] },
        { student_id: 1, year: '2019', term: 'Term 2' },
      ])
    },
    input: receipts(
      [
        bill,
        { ...bill, term: 'Term 2' },
        { ...bill, term: 'Term 3', 'items.Transport': '12,50', 'items.Lunch': '100' },
        { ...bill, ref: 'EL-0002', 'items.Transport': '0' },
        {
          ...bill,
          ref: 'EL-0002',
          term: 'Term 2',
          'items.Transport': Array.from({ length: 101 }, () => '1').join(' + '),
        },
      ],
      { check: true },
    ),
    contains: {
      data: {
        good: 1,
        errors: reasons([
          taken(0),
          [
            2,
            'items.Transport',
            '12,50',
            'Cost must be an amount from 0 to 10,000,000, with two decimals at most',
          ],
          [2, 'items.Lunch', '100', 'Category is not known'],
          [3, 'items', null, 'Receipt Items are Required'],
          [4, 'items', null, 'Receipt Items may not be more than 100'],
        ]),
      },
    },
  },
])

const numbered = { ...bill, receipt_no: 'No. 1' }

async function givenNumbered(test: TestApp): Promise<void> {
  await givenPast(test)
  await importRows(await test.signIn(cast.administrator), [numbered], { kind: 'receipts' })
}

scenariosWith(`${CALL}, of numbered rows`, { as: 'coordinator', call: CALL, given: givenPast }, [
  {
    name: 'refuses as many receipts of a term and total as are registered, and adds the others',
    given: async (test: TestApp) => {
      await givenPast(test)
      await addReceipts(test, [
        { student_id: 1, year: '2019', term: 'Term 1', items: [['Transport', 'Bus', 1250.5]] },
      ])
    },
    input: receipts(
      [
        { ...bill, receipt_no: 1 },
        { ...bill, receipt_no: '2' },
        { ...bill, receipt_no: ' 2 ' },
        { ...bill, receipt_no: '3' },
      ],
      { check: true },
    ),
    contains: {
      data: {
        good: 2,
        errors: reasons([taken(0)]),
      },
    },
  },
  {
    name: 'adds a receipt whose number differs from the registered one, and stores it',
    given: givenNumbered,
    input: receipts([
      { ...bill, receipt_no: 2 },
      { ...bill, receipt_no: 'no.  1' },
    ]),
    contains: { data: { created: 1, skipped: 1 } },
    async after(test) {
      expect(await storedRecords(test, 'receipts')).toMatchObject([
        { receipt_no: 'No. 1', total: 125_050 },
        { receipt_no: '2', total: 125_050 },
      ])
      const client = await test.signIn(cast.administrator)
      expect((await client.get('/api/finance?query=1')).body).toMatchObject({
        data: [{ receipt_no: '2' }, { receipt_no: 'No. 1' }],
      })
      expect((await historyOf(test)).at(-1)).toMatchObject({ changes: { receipt_no: [null, '2'] } })
    },
  },
  {
    name: 'refuses one row for each registered receipt, whichever row comes first',
    given: givenNumbered,
    input: receipts([bill, numbered], { check: true }),
    contains: { data: { errors: reasons([taken(1)]) } },
    async after(test) {
      const client = await test.signIn(cast.coordinator)
      async function expectErrors(rows: object[], errors: Reason[]): Promise<void> {
        const { body } = await client.post('/api/imports', receipts(rows, { check: true }))
        expect(body).toMatchObject({ data: { errors: reasons(errors) } })
      }
      await expectErrors([numbered, bill], [taken(0)])
      await expectErrors([bill], [taken(0)])
      await importRows(client, [numbered, bill], { kind: 'receipts' })
      await expectErrors([bill, numbered, { ...bill, receipt_no: 3 }], [taken(1), taken(2)])
    },
  },
  {
    name: 'refuses a registered number with another amount',
    given: givenNumbered,
    input: receipts([{ ...numbered, 'items.Transport': 900 }], { check: true }),
    contains: {
      data: {
        good: 0,
        errors: reasons([
          [0, 'receipt_no', 'No. 1', 'This receipt number is registered with another amount'],
        ]),
      },
    },
  },
])

const refunded = [
  { ...numbered, 'items.Transport': '1,250.50', 'items.Tuition Fees': '9,000' },
  { ...numbered, 'items.Transport': '-250.50' },
]
const waiting = (row: number): Reason => [
  row,
  'term',
  'Term 1',
  'Another row of this record cannot be imported yet',
]
const refund = { row: 1, field: 'items.Transport', refund: 25_050 }
const total = async (test: TestApp) => (await storedRecords(test, 'receipts')).map((receipt) => receipt.total)

scenariosWith(`${CALL}, with refunds`, { as: 'coordinator', call: CALL, given: givenPast }, [
  {
    name: 'asks what happens to a negative amount, and imports no row of its receipt before',
    input: receipts(refunded, { check: true }),
    contains: {
      data: {
        good: 0,
        errors: reasons([waiting(0), [1, 'items.Transport', '-250.50', 'This amount is negative']]),
        refunds: [{ ...refund, item: { name: 'Transport', before: 125_050, after: 100_000 } }],
      },
    },
  },
  {
    name: 'takes refunds off the same item',
    input: receipts(refunded, { refunds: 'take off' }),
    contains: { data: { created: 1, skipped: 0 } },
    after: async (test) => expect(await total(test)).toEqual([1_000_000]),
  },
  {
    name: 'imports receipts without their refunds',
    input: receipts(refunded, { refunds: 'leave out' }),
    contains: { data: { created: 1, skipped: 0 } },
    after: async (test) => expect(await total(test)).toEqual([1_025_050]),
  },
  {
    name: 'takes a refund off the largest item if the same one is missing or too small',
    input: receipts(
      [refunded[0] ?? {}, { ...numbered, 'items.Transport': '-5000', 'items.Shopping': '-1000' }],
      { refunds: 'take off', check: true },
    ),
    contains: {
      data: {
        good: 1,
        total: 425_050,
        refunds: [
          { refund: 500_000, item: { name: 'Tuition Fees', before: 900_000, after: 400_000 } },
          { refund: 100_000, item: { name: 'Tuition Fees', before: 400_000, after: 300_000 } },
        ],
      },
    },
  },
  {
    name: 'imports no receipt whose refund is larger than each item, and none of a refund alone',
    input: receipts(
      [
        refunded[0] ?? {},
        { ...numbered, 'items.Shopping': '-9000.50' },
        { ...numbered, receipt_no: 'No. 2', 'items.Transport': '-1' },
      ],
      { refunds: 'take off', check: true },
    ),
    contains: {
      data: {
        good: 0,
        errors: reasons([
          waiting(0),
          [1, 'items.Shopping', '-9000.50', 'No item of the receipt is as large as this refund'],
          [2, 'items.Transport', '-1', 'This amount is negative'],
        ]),
      },
    },
  },
  {
    name: 'refuses another answer about refunds',
    input: receipts(refunded, { refunds: 'keep' }),
    status: 422,
    contains: { errors: { refunds: ['Refunds must be take off or leave out'] } },
  },
])

const twice = [numbered, { ...numbered, receipt_no: 'No. 2' }]

scenariosWith(
  `${CALL}, with equal receipts under two numbers`,
  { as: 'coordinator', call: CALL, given: givenPast },
  [
    {
      name: 'reports them, and imports both',
      input: receipts(twice, { check: true }),
      contains: { data: { good: 2, skipped: 0, duplicates: [{ row: 1, of: null, of_row: 0 }] } },
    },
    {
      name: 'does not import the one that the user calls a copy',
      input: receipts([twice[0] ?? {}, { ...twice[1], duplicate: 'skip' }]),
      contains: { data: { created: 1, skipped: 1 } },
      after: async (test) => expect(await total(test)).toEqual([125_050]),
    },
  ],
)
