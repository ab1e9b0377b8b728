import { expect, it } from 'vitest'
import { paymentMessages } from '#contract/money/payments.ts'
import { erasureMessages } from '#contract/privacy/erasure.ts'
import type { Trx } from '../database/history.ts'
import { lockRow } from '../database/lockRow.ts'
import { approve, callAs, givenApproved, givenPaid } from '../testing/data/payments.ts'
import { newReceipt } from '../testing/data/receipts.ts'
import { addReceipts } from '../testing/data/records.ts'
import { startTogether } from '../testing/database/startTogether.ts'
import { scenariosWith } from '../testing/scenarios.ts'
import { openWithCast, type TestApp } from '../testing/testApp.ts'
import { cast } from '../testing/data/users.ts'

const receipt = (payment_line: string, student_id = '1', cost = '20000') =>
  newReceipt(
    { student_id, items: [{ category: 'Tuition Fees', item: 'Fees', cost }] },
    { 'payment_lines[0]': payment_line },
  )

scenariosWith(
  'entering a receipt from a payment',
  { as: 'liaison', given: givenPaid, call: 'POST /api/finance?query=', input: receipt('1') },
  [
    {
      name: 'links it to what was paid',
      contains: { message: 'Receipt saved.' },
      async after(test) {
        expect(await callAs(test, 'liaison', 'GET /api/payments?query=mine')).toEqual({
          success: true,
          data: [
            {
              line_id: 1,
              student_id: 1,
              name: 'Achieng Ouma',
              has_left: false,
              school: 'Ahero Girls',
              class_id: 1,
              class: 'Form 1',
              year_id: 1,
              term_id: 1,
              amount: 20_000,
              paid_on: '2026-03-01',
              receipted: 20_000,
              receipts: [1],
              days: null,
            },
          ],
        })
        expect(await callAs(test, 'director', 'GET /api/payments')).toMatchObject({
          data: [{ paid_students: 2, receipts: 1 }],
        })
        expect(await changesOf(test, 'receipt')).toMatchObject([{ payment: [null, 'P0001'] }])
      },
    },
    {
      name: 'refuses the payment of another child',
      input: receipt('2'),
      errors: { payment_lines: [paymentMessages.otherChild] },
    },
    {
      name: 'refuses what was not paid',
      input: receipt('3', '3'),
      errors: { payment_lines: [paymentMessages.otherChild] },
    },
    {
      name: 'refuses a payment that another receipt has acknowledged since, and adds nothing',
      async given(test) {
        await givenPaid(test)
        const client = await test.signIn(cast.coordinator)
        expect((await client.post('/api/finance?query=', receipt('1'))).status).toBe(200)
      },
      errors: { payment_lines: [paymentMessages.notOpen] },
      async after({ db }) {
        expect(await db.selectFrom('receipts').select('id').execute()).toHaveLength(1)
      },
    },
    {
      name: 'acknowledges the rest of a payment that has a receipt of a part',
      async given(test) {
        await givenPaid(test)
        const client = await test.signIn(cast.coordinator)
        expect((await client.post('/api/finance?query=', receipt('1', '1', '15000'))).status).toBe(200)
      },
      input: receipt('1', '1', '5000'),
      contains: { message: 'Receipt saved.' },
    },
    {
      name: 'refuses a payment that came back',
      async given(test) {
        await givenPaid(test)
        const back = { lines: [1], on: '2026-03-02', reason: 'The account was closed' }
        await callAs(test, 'director', 'POST /api/payments/1/came-back', back)
      },
      errors: { payment_lines: [paymentMessages.notOpen] },
    },
    {
      name: 'refuses what is no payment',
      input: receipt('x'),
      errors: { 'payment_lines.0': ['Payment is not known'] },
    },
  ],
)

scenariosWith(
  'payments for own students',
  { as: 'liaison', given: givenPaid, call: 'GET /api/payments?query=mine' },
  [
    {
      name: 'are those that were paid, with the days without a receipt, and without accounts',
      contains: { data: [{ student_id: 1, amount: 20_000, receipted: 0, days: 1 }] },
      lacks: ['KCB', '0102', 'Akinyi'],
    },
    { name: 'are of a term', call: 'GET /api/payments?query=mine&term=2', contains: { data: [] } },
    {
      name: 'are not of others’ students',
      call: 'GET /api/payments?query=mine&student=2',
      contains: { data: [] },
    },
    {
      name: 'are those of any student for a coordinator who asks for one',
      as: 'coordinator',
      call: 'GET /api/payments?query=mine&student=2',
      contains: { data: [{ student_id: 2 }] },
    },
    {
      name: 'say who left, for whom no receipt can be added',
      given: async (test) => {
        await givenPaid(test)
        await test.db.updateTable('students').set({ status: 2 }).where('id', '=', 1).execute()
      },
      contains: { data: [{ student_id: 1, has_left: true }] },
    },
    { name: 'are none before something was paid', given: givenApproved, contains: { data: [] } },
    { name: 'are not for a supporter', as: 'supporter', status: 403 },
  ],
)

/** The changes of the first student's record, as the history has them. */
async function changesOf({ db }: TestApp, entity: string): Promise<unknown[]> {
  const rows = await db
    .selectFrom('history')
    .select('changes')
    .where('student_id', '=', 1)
    .where('entity', '=', entity)
    .orderBy('id')
    .execute()
  return rows.map(({ changes }) => JSON.parse(changes))
}

/** Two receipts of the first student, and one of the second. */
async function givenReceipts(test: TestApp): Promise<void> {
  await givenPaid(test)
  const items = (cost: number): ['Tuition Fees', string, number][] => [['Tuition Fees', 'Fees', cost]]
  await addReceipts(test, [
    { student_id: 1, items: items(12_000) },
    { student_id: 1, items: items(8_500) },
    { student_id: 2, items: items(100) },
  ])
}

scenariosWith(
  'linking receipts by hand',
  {
    as: 'liaison',
    given: givenReceipts,
    call: 'PUT /api/payment-lines/1/receipts',
    input: { receipts: [1, 2] },
  },
  [
    {
      name: 'adds up two receipts of one payment',
      contains: { message: 'Receipts linked.' },
      async after(test) {
        expect(await callAs(test, 'liaison', 'GET /api/payments?query=mine')).toMatchObject({
          data: [{ amount: 20_000, receipted: 20_500 }],
        })
        await callAs(test, 'liaison', 'PUT /api/payment-lines/1/receipts', { receipts: [] })
        expect(await callAs(test, 'liaison', 'GET /api/payments?query=mine')).toMatchObject({
          data: [{ receipted: 0, days: 1 }],
        })
        const both = '12,000.00 + 8,500.00'
        expect(await changesOf(test, 'payment_line')).toEqual([
          { payment: [null, 'P0001'], receipts: [null, both] },
          { payment: [null, 'P0001'], receipts: [both, null] },
        ])
      },
    },
    {
      name: 'refuses the receipt of another child',
      input: { receipts: [1, 3] },
      errors: { receipts: [paymentMessages.otherReceipt] },
    },
    {
      name: 'refuses to replace links that were made since the form was opened',
      async given(test) {
        await givenReceipts(test)
        await callAs(test, 'coordinator', 'PUT /api/payment-lines/1/receipts', { receipts: [2] })
      },
      input: { receipts: [1], seen: [] },
      conflict: paymentMessages.linkedMeanwhile,
      async after(test) {
        const replaced = { receipts: [1], seen: [2] }
        await callAs(test, 'liaison', 'PUT /api/payment-lines/1/receipts', replaced)
        expect(await callAs(test, 'liaison', 'GET /api/payments?query=mine')).toMatchObject({
          data: [{ receipts: [1] }],
        })
      },
    },
    {
      name: 'accepts the links that somebody else has made since',
      async given(test) {
        await givenReceipts(test)
        await callAs(test, 'coordinator', 'PUT /api/payment-lines/1/receipts', { receipts: [2, 1] })
      },
      input: { receipts: [1, 2], seen: [] },
      contains: { message: 'Receipts linked.' },
    },
    {
      name: 'refuses a line that was not paid',
      call: 'PUT /api/payment-lines/3/receipts',
      conflict: paymentMessages.notPaid,
    },
    {
      name: 'is refused once the record waits to be anonymised',
      async given(test) {
        await givenReceipts(test)
        await test.db.updateTable('students').set({ status: 2 }).where('id', '=', 1).execute()
        await callAs(test, 'administrator', 'POST /api/students/1/anonymise', { ref: 'EL-0001' })
      },
      conflict: erasureMessages.readOnly,
    },
    { name: 'refuses an unknown line', call: 'PUT /api/payment-lines/99/receipts', status: 404 },
    { name: 'is not for a supporter', as: 'supporter', status: 403 },
  ],
)

it('one receipt of two payments fills them in their order', async () => {
  const test = await openWithCast({ given: givenReceipts })
  await test.db.updateTable('plans').set({ to_school: 2_400_000 }).execute()
  await callAs(test, 'coordinator', 'POST /api/payments', { year_id: 1, term_id: 1 })
  await callAs(test, 'coordinator', 'POST /api/payments/2/ready')
  await approve(test, 2)
  const body = { schools: [1], on: '2026-03-02', reference: 'FT2' }
  await callAs(test, 'director', 'POST /api/payments/2/paid', body)
  const client = await test.signIn(cast.liaison)
  const form = newReceipt(
    { student_id: '1', items: [{ category: 'Tuition Fees', item: 'Fees', cost: '23000' }] },
    { 'payment_lines[0]': '1', 'payment_lines[1]': '5' },
  )
  expect((await client.post('/api/finance?query=', form)).status).toBe(200)
  expect(await callAs(test, 'liaison', 'GET /api/payments?query=mine')).toMatchObject({
    data: [
      { amount: 20_000, receipted: 20_000 },
      { amount: 4_000, receipted: 3_000 },
    ],
  })
})

it('a receipt waits while its payment is being noted as come back, and is then refused', async () => {
  const test = await openWithCast({ given: givenPaid })
  const client = await test.signIn(cast.liaison)
  const comesBack = (trx: Trx) =>
    trx.updateTable('payment_lines').set({ came_back_on: '2026-03-02' }).where('id', '=', 1).execute()
  const [answer] = await startTogether(test, comesBack, [
    () => client.post('/api/finance?query=', receipt('1')),
  ])
  expect(answer).toMatchObject({
    status: 422,
    body: { errors: { payment_lines: [paymentMessages.notOpen] } },
  })
})

it('of two who link receipts at the same time, the second is refused', async () => {
  const test = await openWithCast({ given: givenReceipts })
  const [liaison, coordinator] = [await test.signIn(cast.liaison), await test.signIn(cast.coordinator)]
  const link = (client: typeof liaison, receipts: number[]) => () =>
    client.change('PUT', '/api/payment-lines/1/receipts', { receipts, seen: [] })
  const locksLine = (trx: Trx) => lockRow(trx, 'payment_lines', 1)
  const answers = await startTogether(test, locksLine, [link(liaison, [1]), link(coordinator, [2])])
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]))
  const first = answers.findIndex(({ status }) => status === 200)
  expect(await callAs(test, 'liaison', 'GET /api/payments?query=mine')).toMatchObject({
    data: [{ receipts: [[1, 2][first]] }],
  })
})
