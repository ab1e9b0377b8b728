import { expect, it } from 'vitest'
import type { Work } from '#contract/notifications.ts'
import type { Missing } from '#contract/records/steps.ts'
import { giveConsent } from '../testing/data/consents.ts'
import { YEAR } from '../testing/data/money.ts'
import { approve, callAs, givenPaid } from '../testing/data/payments.ts'
import { addReceipts } from '../testing/data/records.ts'
import { givePictures, withoutExam } from '../testing/data/students.ts'
import { scenariosWith } from '../testing/scenarios.ts'
import { HOUR } from '../testing/steppedClock.ts'
import { openWithCast, type TestApp } from '../testing/testApp.ts'

const WORK = 'GET /api/notifications/work'
const MISSING = 'GET /api/notifications/missing'
const PROFILE = 'GET /api/students/1?query=profile'

/**
 * On 1 March the school of students 1 and 2 was paid for Term 1; nothing else but a payment can be open for them. Student 1 is
 * the liaison officer's. It is 2 March.
 */
async function given(test: TestApp): Promise<void> {
  await givenPaid(test)
  await test.db.updateTable('students').set(withoutExam).execute()
  const ids = (await test.db.selectFrom('students').select('id').execute()).map(({ id }) => id)
  await givePictures(test, ids)
  for (const id of ids) await giveConsent(test, id)
}

const givenPaidOn = (paid_on: string) => async (test: TestApp) => {
  await given(test)
  await test.db.updateTable('transfers').set({ paid_on }).execute()
}

const paid = (student_id: number, more: object = {}) => ({
  student_id,
  open: ['payment'],
  step: 'payment',
  paid_since: '2026-03-01',
  ...more,
})

scenariosWith(
  'a payment without a receipt, in What Is Missing',
  { as: 'coordinator', call: MISSING, given },
  [
    {
      name: 'is listed from its day on, for students whose school was paid',
      contains: { data: [paid(1), paid(2)], meta: { total: 2, whole: true } },
    },
    {
      name: 'is listed to the liaison officer of the student',
      as: 'liaison',
      contains: { data: [paid(1)], meta: { total: 1, whole: true } },
    },
    {
      name: 'is found among the missing receipts, by page',
      call: `${MISSING}?lack=noReceipt&page=2&size=1`,
      contains: { data: [paid(2)], meta: { total: 2, whole: false } },
    },
    {
      name: 'is counted among the missing receipts alone',
      call: 'GET /api/notifications/missing/counts',
      contains: { total: 2, lacks: { noReceipt: 2, noReport: 0, unverified: 0 } },
    },
    {
      name: 'takes the place of the missing receipt of its term',
      call: `${MISSING}?year_id=${YEAR}&term_id=1`,
      async given(test) {
        await given(test)
        await addReceipts(test, [{ student_id: 5, status: 1 }])
      },
      contains: {
        data: [
          { student_id: 1, open: ['add_report', 'payment'] },
          { student_id: 2, open: ['add_report', 'payment'] },
          { student_id: 3, open: ['add_report', 'add_receipt'], paid_since: null },
          { student_id: 4 },
          { student_id: 5, open: ['add_report'] },
          { student_id: 6 },
          { student_id: 7 },
        ],
      },
    },
    {
      name: 'leaves the missing receipt of another term, and is not listed with that term',
      call: `${MISSING}?year_id=${YEAR}&term_id=2`,
      given,
      contains: {
        data: [
          { student_id: 1, open: ['add_report', 'add_receipt'], paid_since: null },
          {},
          {},
          {},
          {},
          {},
          {},
        ],
      },
    },
    {
      name: 'is no longer listed once the money came back',
      async given(test) {
        await given(test)
        const line = { lines: [1], on: '2026-03-02', reason: 'The account is closed' }
        await callAs(test, 'director', 'POST /api/payments/1/came-back', line)
      },
      contains: { data: [paid(2)] },
    },
    {
      name: 'is no longer listed once a receipt is linked, whatever its amount',
      async given(test) {
        await given(test)
        await addReceipts(test, [{ student_id: 1, status: 1, items: [['Tuition Fees', 'Fees', 1]] }])
        await callAs(test, 'liaison', 'PUT /api/payment-lines/1/receipts', { receipts: [1] })
        const others = [3, 4, 5, 6, 7].map((student_id) => ({ student_id, status: 1 }))
        await addReceipts(test, others)
      },
      contains: { data: [paid(2)], meta: { total: 1, whole: true } },
    },
    {
      name: 'is not listed for a student who is no longer Active',
      async given(test) {
        await given(test)
        await test.db.updateTable('students').set({ status: 1 }).where('id', '=', 1).execute()
      },
      contains: { data: [paid(2)], students: 6 },
    },
  ],
)

scenariosWith('a payment without a receipt, in My work', { as: 'liaison', call: WORK, given }, [
  {
    name: 'is not there for thirteen days',
    given: givenPaidOn('2026-02-17'),
    contains: { data: { total: 0, rows: [] } },
  },
  {
    name: 'is there after fourteen days',
    given: givenPaidOn('2026-02-16'),
    contains: { data: { total: 1, rows: [{ student_id: 1, ref: 'EL-0001', step: 'payment' }] } },
  },
  {
    name: 'is in its list after fourteen days',
    given: givenPaidOn('2026-02-16'),
    call: `${MISSING}?mine=1`,
    contains: { data: [paid(1, { paid_since: '2026-02-16' })] },
  },
  {
    name: 'is not in its list before, although What Is Missing has it',
    given: givenPaidOn('2026-02-17'),
    call: `${MISSING}?mine=1`,
    contains: { data: [], meta: { total: 0, whole: true } },
  },
  {
    name: 'is to do on the profile from its day on, with its amount',
    call: PROFILE,
    contains: {
      data: {
        todo: [{ of: 'payment', state: 'missing', total_cost: 20_000, paid_since: '2026-03-01', time: null }],
      },
    },
  },
])

it('a payment comes into My work at midnight in Kenya', async () => {
  const test = await openWithCast({ given: givenPaidOn('2026-02-17') })
  const total = async () => ((await callAs(test, 'liaison', WORK)) as { data: Work }).data.total
  // 23:59 in Nairobi.
  test.clock.step(13 * HOUR - 60_000)
  expect(await total()).toBe(0)
  test.clock.step(60_000)
  expect(await total()).toBe(1)
})

it('of several payments counts the first without a receipt', async () => {
  const test = await openWithCast({ given: givenPaidOn('2026-02-16') })
  await test.db.updateTable('plans').set({ to_school: 2_400_000 }).execute()
  await callAs(test, 'coordinator', 'POST /api/payments', { year_id: YEAR, term_id: 1 })
  await callAs(test, 'coordinator', 'POST /api/payments/2/ready')
  await approve(test, 2)
  const second = { schools: [1], on: '2026-03-02', reference: 'FT2' }
  await callAs(test, 'director', 'POST /api/payments/2/paid', second)
  const sinceOf = async () => {
    const { data } = (await callAs(test, 'liaison', MISSING)) as { data: Missing[] }
    return data.map(({ paid_since }) => paid_since)
  }
  expect(await sinceOf()).toEqual(['2026-02-16'])
  const { data } = (await callAs(test, 'liaison', PROFILE)) as { data: { todo: object[] } }
  expect(data.todo).toMatchObject([{ of: 'payment', total_cost: 24_000 }])

  await addReceipts(
    test,
    [1, 3, 7].map((student_id) => ({ student_id, status: 1 })),
  )
  await callAs(test, 'liaison', 'PUT /api/payment-lines/1/receipts', { receipts: [1] })
  expect(await sinceOf()).toEqual(['2026-03-02'])
  expect(((await callAs(test, 'liaison', WORK)) as { data: Work }).data.rows).toEqual([])
})
