import { describe, expect, it } from 'vitest'
import { paymentMessages } from '#contract/money/payments.ts'
import {
  approve,
  bank,
  callAs,
  givenApproved,
  givenDraft,
  givenSent,
  readPaymentAs,
  ticksOf,
} from '../testing/data/payments.ts'
import { approvePayment } from './approvePayment.ts'
import { setAccount } from './schoolAccounts.ts'
import { MINUTE } from '../testing/steppedClock.ts'
import { scenariosWith } from '../testing/scenarios.ts'
import { openSignedIn, openWithCast, type TestApp } from '../testing/testApp.ts'
import { TERM_1, YEAR } from '../testing/data/money.ts'
import { lookupId } from '../testing/data/records.ts'
import { studentFormData } from '../testing/data/studentForm.ts'
import { cast } from '../testing/data/users.ts'

const CALL = 'POST /api/payments/1/approve'
const tick = { key: 'no_admission_no-6', spoke_to: null }
const input = { version: 2, ticks: [tick] }

/** An account that somebody has set after the others. */
async function givenNewAccount(test: TestApp): Promise<void> {
  await givenSent(test)
  await callAs(test, 'administrator', 'PUT /api/schools/1/account', {
    ...bank,
    number: '777',
    number_again: '777',
  })
}

/** A bursary pays a part to the school of the first student. */
async function givenPromisedSince(test: TestApp): Promise<void> {
  await givenSent(test)
  await callAs(test, 'coordinator', 'POST /api/students/1/commitments', {
    source: 'County bursary',
    amount: 6_000,
    pays_school: true,
    from_year_id: 1,
    from_term_id: 1,
  })
}

const role = (role_id: number, id: number) => async (test: TestApp) => {
  await givenSent(test)
  await test.db.updateTable('users').set({ role_id }).where('id', '=', id).execute()
}

scenariosWith('approving a payment', { as: 'director', given: givenSent, call: CALL, input }, [
  {
    name: 'copies all that files and reprints need',
    contains: { message: 'Payment approved.' },
    history: { entity: 'payment', action: 'approved', changes: { total: [null, '67,000.00'] } },
    async after(test) {
      expect(await readPaymentAs(test)).toMatchObject({
        state: 'approved',
        version: 3,
        approved_by: 'Daniel Otieno',
        approved_alone: false,
        may_approve: false,
        is_preparer: false,
        schools: [{ reference: 'EL-P0001-S001', account: { number: bank.number } }, {}, {}],
        points: [{ key: tick.key, kind: 'no_admission_no', ticked_by: 'Daniel Otieno' }],
      })
      const stored = await test.db.selectFrom('payment_lines').selectAll().orderBy('id').execute()
      expect(stored).toMatchObject([
        { name: 'Achieng Ouma', admission_no: '4420', class: 'Form 1', school: 'Ahero Girls', account_id: 1 },
        { student_id: 2, account_id: 1 },
        { student_id: 3, account_id: 2 },
        { student_id: 6, account_id: 3, admission_no: null },
      ])
    },
  },
  {
    name: 'is for an administrator who prepared nothing',
    as: 'administrator',
    contains: { message: 'Payment approved.' },
  },
  { name: 'is not for a coordinator', as: 'coordinator', status: 403 },
  {
    name: 'is never for the one who prepared it, also with another role since',
    as: 'coordinator',
    given: role(1, cast.coordinator.id),
    status: 403,
    contains: { message: paymentMessages.ownPayment },
  },
  {
    name: 'is never for one who changed a line',
    as: 'administrator',
    async given(test) {
      await givenDraft(test)
      await callAs(test, 'administrator', 'PUT /api/payments/1/lines', {
        version: 1,
        lines: [{ student_id: 1, amount: 20_000, left_out: true, reason: 'Away' }],
      })
      await callAs(test, 'coordinator', 'POST /api/payments/1/ready')
    },
    input: { ...input, version: 3 },
    status: 403,
    contains: { message: paymentMessages.ownPayment },
  },
  {
    name: 'is never for one who sent it',
    as: 'administrator',
    async given(test) {
      await givenDraft(test)
      await callAs(test, 'administrator', 'POST /api/payments/1/ready')
    },
    status: 403,
    contains: { message: paymentMessages.ownPayment },
  },
  {
    name: 'is for its preparer if nobody else could, which the payment shows for ever',
    as: 'administrator',
    async given(test) {
      await givenDraft(test)
      await callAs(test, 'administrator', 'POST /api/payments/1/ready')
      await test.db.updateTable('users').set({ status: 3 }).where('id', 'in', [2, 3]).execute()
    },
    history: { action: 'approved alone' },
    async after(test) {
      expect(await readPaymentAs(test, 'administrator')).toMatchObject({ approved_alone: true })
    },
  },
  { name: 'is refused of a draft', given: givenDraft, conflict: paymentMessages.notToApprove },
  {
    name: 'is refused with an old version',
    input: { ...input, version: 1 },
    conflict: paymentMessages.stale,
  },
  {
    name: 'is refused without all ticks',
    input: { ...input, ticks: [] },
    errors: { ticks: [paymentMessages.ticksMissing] },
  },
  {
    name: 'is refused with a tick of something that has changed',
    input: { ...input, ticks: [tick, { key: 'account-1', spoke_to: 'Mr Rono' }] },
    conflict: paymentMessages.stale,
  },
  {
    name: 'is refused for what somebody else has promised to pay since it was sent, until that is ticked',
    given: givenPromisedSince,
    conflict: paymentMessages.stale,
    async after(test) {
      const payment = await readPaymentAs(test)
      expect(payment).toMatchObject({ version: 2, lines: [{ amount: 20_000, owed: 14_000 }, {}, {}, {}] })
      expect(payment.points.map(({ key }) => key)).toEqual(['above_plan-1-2000000-1400000', tick.key])
      await approve(test)
      expect(await readPaymentAs(test)).toMatchObject({
        state: 'approved',
        lines: [{ owed: 14_000 }, {}, {}, {}],
      })
    },
  },
  {
    name: 'is refused with the ticks from before an account was changed',
    async given(test) {
      await givenSent(test)
      test.clock.step(MINUTE)
      await callAs(test, 'administrator', 'PUT /api/schools/1/account', {
        ...bank,
        number: '777',
        number_again: '777',
      })
    },
    conflict: paymentMessages.stale,
  },
  {
    name: 'of a changed account needs a call with the school',
    given: givenNewAccount,
    input: { ...input, ticks: [tick, { key: 'account-4', spoke_to: ' ' }] },
    errors: { ticks: [paymentMessages.spokeToRequired] },
  },
  {
    name: 'of a changed account notes who was spoken to, and that it is checked',
    given: givenNewAccount,
    input: { ...input, ticks: [tick, { key: 'account-4', spoke_to: 'Mr Rono, bursar' }] },
    async after(test) {
      expect(await callAs(test, 'coordinator', 'GET /api/schools/1/account')).toMatchObject({
        data: { account: { number: '777', spoke_to: 'Mr Rono, bursar' } },
      })
      expect((await readPaymentAs(test)).points[0]).toMatchObject({
        kind: 'account',
        spoke_to: 'Mr Rono, bursar',
      })
    },
  },
  {
    name: 'is refused if a student cannot be paid any more',
    async given(test) {
      await givenSent(test)
      await callAs(test, 'administrator', 'PUT /api/schools/4/account', {
        kind: 'paybill',
        business_number: '522533',
        by: 'admission_no',
        heard_from: 'Letter',
      })
    },
    input: { ...input, ticks: [tick, { key: 'account-4', spoke_to: 'Mr Rono' }] },
    conflict: paymentMessages.noLongerPayable('Dida Abdi'),
  },
  { name: 'knows no payment that there is not', call: 'POST /api/payments/9/approve', status: 404 },
])

describe('what an approver has to check', () => {
  it('is every amount above what is owed, every doubtful number and every shared account', async () => {
    const test = await openWithCast({ given: givenDraft })
    await test.db.updateTable('students').set({ admission_no: '44 71' }).where('id', '=', 1).execute()
    await test.db
      .updateTable('school_accounts')
      .set({ same: 'bank 0102447193' })
      .where('id', '=', 3)
      .execute()
    const line = { amount: 26_500, reason: 'Remedial' }
    await callAs(test, 'coordinator', 'PUT /api/payments/1/lines', {
      version: 1,
      lines: [
        { ...line, student_id: 1 },
        { ...line, student_id: 7 },
      ],
    })
    await callAs(test, 'coordinator', 'POST /api/payments/1/ready')
    const { points } = await readPaymentAs(test)
    expect(points.map(({ key, students }) => [key, students])).toEqual([
      ['same_account-1-3', []],
      ['same_admission_no-1-1-2', [1, 2]],
      ['above_plan-1-2650000-2000000', [1]],
      ['no_plan-7-2650000', [7]],
      ['no_admission_no-6', [6]],
    ])
  })

  it('follows names and numbers, and those who leave drop out', async () => {
    const test = await openWithCast({ given: givenSent })
    const form = studentFormData({ name: 'Achieng Ouma', admission_no: '4499', pic: null, cert: null })
    const client = await test.signIn(cast.coordinator)
    expect((await client.change('PUT', '/api/students/1', form)).status).toBe(200)
    expect(await readPaymentAs(test)).toMatchObject({
      version: 3,
      lines: [{ admission_no: '4499' }, {}, {}, {}],
    })
    await callAs(test, 'director', 'POST /api/students/status', { ids: [1], status: 2 })
    expect(await readPaymentAs(test)).toMatchObject({ version: 4, total: 47_000 })
    await callAs(test, 'director', 'PATCH /api/students/2', { status: 1, reason: 'Finished' })
    const payment = await readPaymentAs(test)
    expect(payment).toMatchObject({ version: 5, total: 27_000 })
    expect(payment.lines.map(({ student_id }) => student_id)).toEqual([3, 6])
  })
})

describe('at the same moment', () => {
  const both = async (
    test: TestApp,
    ...calls: ['administrator' | 'director' | 'coordinator', string, unknown?][]
  ) => {
    const clients = await Promise.all(calls.map(([who]) => test.signIn(cast[who])))
    const answers = await Promise.all(
      calls.map(async ([, call, body], index) => clients[index]?.call(call, body)),
    )
    return answers.map((answer) => answer?.status ?? 0)
  }
  const byStatus = (a: number, b: number) => a - b

  it('one of two drafts of a term is made', async () => {
    const test = await openWithCast({ given: givenDraft })
    await test.db.deleteFrom('payment_preparers').execute()
    await test.db.deleteFrom('payments').execute()
    const body = { year_id: 1, term_id: 1 }
    const propose = 'POST /api/payments'
    const statuses = await both(test, ['coordinator', propose, body], ['administrator', propose, body])
    expect(statuses.toSorted(byStatus)).toEqual([200, 409])
  })

  it('one of two approvals counts', async () => {
    const test = await openWithCast({ given: givenSent })
    const statuses = await both(test, ['director', CALL, input], ['administrator', CALL, input])
    expect(statuses.toSorted(byStatus)).toEqual([200, 409])
  })

  it('an approval and a line that is left out end in one state', async () => {
    const test = await openWithCast({ given: givenSent })
    const leave = { version: 2, lines: [{ student_id: 1, amount: 1, left_out: true, reason: 'Away' }] }
    const statuses = await both(
      test,
      ['director', CALL, input],
      ['administrator', 'PUT /api/payments/1/lines', leave],
    )
    expect(statuses.toSorted(byStatus)).toEqual([200, 409])
    const { state, total } = await readPaymentAs(test)
    expect([state, total]).toEqual(statuses[0] === 200 ? ['approved', 67_000] : ['to_approve', 47_000])
  })

  it('a student who leaves is approved before, or drops out', async () => {
    const test = await openWithCast({ given: givenSent })
    const statuses = await both(
      test,
      ['director', CALL, input],
      ['administrator', 'POST /api/students/status', { ids: [1, 2, 3], status: 2 }],
    )
    expect(statuses[1]).toBe(200)
    const { state, total } = await readPaymentAs(test)
    expect([state, total]).toEqual(statuses[0] === 200 ? ['approved', 67_000] : ['to_approve', 12_000])
  })

  it('a student who leaves while it is sent is not in it', async () => {
    const test = await openWithCast({ given: givenDraft })
    const statuses = await both(
      test,
      ['coordinator', 'POST /api/payments/1/ready'],
      ['administrator', 'POST /api/students/status', { ids: [1], status: 2 }],
    )
    expect(statuses).toEqual([200, 200])
    expect((await readPaymentAs(test)).lines.map(({ student_id }) => student_id)).toEqual([2, 3, 6])
  })

  it('a school is marked as paid once', async () => {
    const test = await openWithCast({ given: givenSent })
    await approve(test)
    const body = { schools: [1], on: '2026-03-01', reference: 'FT1' }
    const paid = 'POST /api/payments/1/paid'
    const statuses = await both(test, ['coordinator', paid, body], ['director', paid, body])
    expect(statuses.toSorted(byStatus)).toEqual([200, 409])
    const back = { schools: [1], on: '2026-03-02', reason: 'Wrong account' }
    const others = await both(
      test,
      ['coordinator', paid, { ...body, schools: [2] }],
      ['director', 'POST /api/payments/1/came-back', back],
    )
    expect(others).toEqual([200, 200])
  })
})

it('an old version keeps the ticks of what has not changed', async () => {
  const { test, client } = await openSignedIn('director', { given: givenSent })
  const before = await readPaymentAs(test)
  await callAs(test, 'administrator', 'PUT /api/payments/1/lines', {
    version: 2,
    lines: [{ student_id: 1, amount: 1, left_out: true, reason: 'Away' }],
  })
  expect((await client.call(CALL, { version: before.version, ticks: ticksOf(before) })).status).toBe(409)
  const { version } = await readPaymentAs(test)
  expect((await client.call(CALL, { version, ticks: ticksOf(before) })).status).toBe(200)
})

it('shows the payment of the same place and term of the year before, if it was approved', async () => {
  const test = await openWithCast({ given: givenApproved })
  const approved = await readPaymentAs(test)
  expect(approved).toMatchObject({ year_before: null, total: 67_000 })
  const next = await lookupId(test.db, 'years', '2027')
  await callAs(test, 'coordinator', 'POST /api/payments', { year_id: next, term_id: TERM_1 })
  const { approved_at } = approved
  expect((await readPaymentAs(test, 'director', 2)).year_before).toEqual({
    total: 67_000,
    students: 4,
    approved_at,
  })
  // The second payment of the same term has none beside it.
  await test.db.updateTable('payments').set({ year_id: YEAR }).where('id', '=', 2).execute()
  expect((await readPaymentAs(test, 'director', 2)).year_before).toBeNull()
})

it('pays the accounts that were checked, also if another one is set at that moment', async () => {
  const test = await openWithCast({ given: givenSent })
  const { id } = cast.director
  const actor = { id, name: 'Daniel Otieno', role: 2, notifications_admin: false, today: '2026-03-02' }
  const user = { actor, at: '2026-03-02T06:00:00.000Z' }
  await test.db.transaction().execute(async (trx) => {
    let isSet = false
    const setAnother = async (rows: object[]) => {
      if (isSet || !rows.some((row) => Object.hasOwn(row, 'checked_at'))) return
      isSet = true
      await setAccount({ trx, ...user }, 1, { ...bank, number: '777', number_again: '777' })
    }
    const watched = trx.withPlugin({
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        await setAnother(result.rows)
        return result
      },
    })
    await approvePayment({ trx: watched, ...user }, 1, input)
    expect(isSet).toBe(true)
  })
  expect((await readPaymentAs(test)).schools[0]).toMatchObject({ account: { number: bank.number } })
})
