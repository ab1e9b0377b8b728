import { expect, it } from 'vitest'
import { paymentMessages } from '#contract/money/payments.ts'
import {
  approve,
  callAs,
  givenApproved,
  givenDraft,
  givenPaid,
  givenSent,
  readPaymentAs,
} from '../testing/data/payments.ts'
import { scenariosWith } from '../testing/scenarios.ts'
import { openWithCast, type TestApp } from '../testing/testApp.ts'

const paid = { schools: [1, '2'], on: '2026-03-02', reference: 'FT26014X8KQ2' }

scenariosWith(
  'marking schools as paid',
  { as: 'coordinator', given: givenApproved, call: 'POST /api/payments/1/paid', input: paid },
  [
    {
      name: 'is for all schools of one transfer',
      contains: { message: 'Marked as paid.' },
      history: {
        entity: 'payment',
        action: 'marked as paid',
        changes: { on: [null, paid.on], reference: [null, paid.reference], amount: [null, '55,000.00'] },
      },
      async after(test) {
        const { lines, version } = await readPaymentAs(test)
        expect(version).toBe(4)
        expect(lines.map(({ paid_on, reference }) => [paid_on, reference])).toEqual([
          ...Array.from({ length: 3 }, () => [paid.on, paid.reference]),
          [null, null],
        ])
      },
    },
    {
      name: 'requires schools, a day and a reference',
      input: { schools: [] },
      errors: {
        schools: [paymentMessages.schoolsRequired],
        on: [paymentMessages.onRequired],
        reference: [paymentMessages.referenceRequired],
      },
    },
    {
      name: 'refuses a day to come',
      input: { ...paid, on: '2026-03-03' },
      errors: { on: [paymentMessages.onAhead] },
    },
    {
      name: 'refuses a school that is not in it',
      input: { ...paid, schools: [1, 3] },
      errors: { schools: [paymentMessages.schoolUnknown] },
    },
    { name: 'refuses a school twice', given: givenPaid, conflict: paymentMessages.schoolPaid },
    { name: 'is refused before the approval', given: givenSent, conflict: paymentMessages.notApproved },
    { name: 'is not for a liaison officer', as: 'liaison', status: 403 },
    { name: 'knows no payment that there is not', call: 'POST /api/payments/9/paid', status: 404 },
  ],
)

const back = { lines: [1], on: '2026-03-02', reason: 'Left for a day school' }
const BACK = 'POST /api/payments/1/came-back'

scenariosWith('noting what came back', { as: 'coordinator', given: givenPaid, call: BACK, input: back }, [
  {
    name: 'is for a line',
    contains: { message: 'Noted what came back.' },
    history: { action: 'came back', changes: { reason: [null, back.reason], amount: [null, '20,000.00'] } },
    async after(test) {
      expect((await readPaymentAs(test)).lines).toMatchObject([
        { came_back_on: back.on, came_back_reason: back.reason },
        { came_back_on: null },
        {},
        {},
      ])
      expect(await callAs(test, 'director', 'GET /api/payments')).toMatchObject({
        data: [{ total: 67_000, paid: 20_000, came_back: 20_000 }],
      })
    },
  },
  {
    name: 'is for what is left of a school',
    async given(test) {
      await givenPaid(test)
      await callAs(test, 'coordinator', BACK, back)
    },
    input: { schools: [1], on: back.on, reason: 'Wrong account' },
    async after(test) {
      expect((await readPaymentAs(test)).lines.map((line) => line.came_back_reason)).toEqual([
        back.reason,
        'Wrong account',
        null,
        null,
      ])
    },
  },
  {
    name: 'is refused of a line that came back already',
    async given(test) {
      await givenPaid(test)
      await callAs(test, 'coordinator', BACK, back)
    },
    conflict: paymentMessages.notPaid,
  },
  {
    name: 'is refused of a line that was not paid',
    input: { ...back, lines: [3] },
    conflict: paymentMessages.notPaid,
  },
  {
    name: 'is refused of a school that was not paid',
    input: { ...back, lines: [], schools: [2] },
    conflict: paymentMessages.notPaid,
  },
  {
    name: 'requires lines or schools',
    input: { ...back, lines: [] },
    errors: { lines: [paymentMessages.linesOrSchools] },
  },
  {
    name: 'requires a reason',
    input: { ...back, reason: '' },
    errors: { reason: [paymentMessages.reasonRequired] },
  },
  {
    name: 'refuses a line of no payment',
    input: { ...back, lines: [99] },
    errors: { lines: [paymentMessages.lineUnknown] },
  },
  {
    name: 'refuses a school that is not in it',
    input: { ...back, schools: [3] },
    errors: { schools: [paymentMessages.schoolUnknown] },
  },
  {
    name: 'refuses a day to come',
    input: { ...back, on: '2026-03-03' },
    errors: { on: [paymentMessages.onAhead] },
  },
  {
    name: 'refuses a day before the payment',
    input: { ...back, on: '2026-02-28' },
    errors: { on: [paymentMessages.onBeforePaid] },
  },
  { name: 'is not for a liaison officer', as: 'liaison', status: 403 },
])

const stillOwed = async (test: TestApp) => (await readPaymentAs(test)).lines.map((line) => line.still_owed)

it('shows what each school is still owed for a student and the term, as Funding does', async () => {
  const test = await openWithCast({ given: givenDraft })
  const line = { amount: 5_000, reason: 'Letter of the school' }
  await callAs(test, 'coordinator', 'PUT /api/payments/1/lines', {
    version: 1,
    lines: [
      { ...line, student_id: 2, left_out: true },
      { ...line, student_id: 7 },
    ],
  })
  expect(await stillOwed(test)).toEqual([null, null, null, null, null])
  await callAs(test, 'coordinator', 'POST /api/payments/1/ready')
  expect(await stillOwed(test)).toEqual([null, null, null, null, null])
  await approve(test)
  // By school and name: the last of the first school has no plan.
  const lines = [1, 2, 7, 3, 6]
  expect((await readPaymentAs(test)).lines.map(({ student_id }) => student_id)).toEqual(lines)
  expect(await stillOwed(test)).toEqual([20_000, 20_000, null, 15_000, 12_000])
  await callAs(test, 'coordinator', 'POST /api/payments/1/paid', { ...paid, schools: [1, 2, 4] })
  expect(await stillOwed(test)).toEqual([0, 20_000, null, 0, 0])
  await callAs(test, 'coordinator', 'POST /api/payments/1/came-back', {
    schools: [2, 4],
    on: '2026-03-02',
    reason: 'Wrong account',
  })
  expect(await stillOwed(test)).toEqual([0, 20_000, null, 15_000, 12_000])
  const { data } = (await callAs(test, 'director', 'GET /api/funding?year=1&term=1&size=10')) as {
    data: { students: { student_id: number; owed: number }[] }
  }
  const owed = new Map(data.students.map((row) => [row.student_id, row.owed]))
  expect(lines.map((id) => owed.get(id))).toEqual([0, 20_000, 0, 15_000, 12_000])
  // What came back for a student who has left is not owed again.
  await callAs(test, 'director', 'POST /api/students/status', { ids: [6], status: 2 })
  expect(await stillOwed(test)).toEqual([0, 20_000, null, 15_000, 0])
})

it('shows nothing as owed to a school that a student has left since', async () => {
  const test = await openWithCast({ given: givenPaid })
  await test.db.updateTable('students').set({ school_id: 4 }).where('id', '=', 3).execute()
  expect(await stillOwed(test)).toEqual([0, 0, 0, 12_000])
})
