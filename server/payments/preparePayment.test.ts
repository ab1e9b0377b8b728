import { expect } from 'vitest'
import { paymentMessages } from '#contract/money/payments.ts'
import { TERM_1, TERM_2, YEAR } from '../testing/data/money.ts'
import {
  approve,
  bank,
  callAs,
  givenApproved,
  givenDraft,
  givenPaid,
  givenSent,
  givenTerm,
  readPaymentAs,
} from '../testing/data/payments.ts'
import { cast } from '../testing/data/users.ts'
import { scenariosWith } from '../testing/scenarios.ts'
import type { TestApp } from '../testing/testApp.ts'

const term = { year_id: YEAR, term_id: TERM_1 }

scenariosWith(
  'proposing a payment',
  { as: 'coordinator', given: givenTerm, call: 'POST /api/payments', input: term },
  [
    {
      name: 'proposes what each school is owed, and says who is not in it and why',
      contains: { message: 'Payment proposed.', data: { id: 1 } },
      history: { entity: 'payment', action: 'proposed', changes: { number: [null, 'P0001'] } },
      async after(test) {
        expect(await readPaymentAs(test)).toMatchObject({
          number: 'P0001',
          state: 'draft',
          version: 1,
          total: 67_000,
          created_by: 'Catherine Njeri',
          lines: [
            {
              student_id: 1,
              name: 'Achieng Ouma',
              admission_no: '4420',
              class: 'Form 1',
              owed: 20_000,
              amount: 20_000,
            },
            { student_id: 2, school: 'Ahero Girls' },
            { student_id: 3, amount: 15_000 },
            { student_id: 6, amount: 12_000, reason: null, left_out: false },
          ],
          out: [
            { student_id: 7, why: 'no_plan' },
            { student_id: 4, why: 'no_admission_no' },
            { student_id: 5, school_id: 3, why: 'no_account' },
          ],
          schools: [
            { school_id: 1, school: 'Ahero Girls', reference: null, account: { bank: 'KCB Bank' } },
            { school_id: 2, account: { kind: 'paybill', by: 'admission_no' } },
            { school_id: 4, account: { by: 'word', word: 'FEES' } },
          ],
          points: [{ kind: 'no_admission_no', students: [6] }],
        })
      },
    },
    {
      name: 'is less what others pay to the school directly',
      async given(test) {
        await givenTerm(test)
        await callAs(test, 'coordinator', 'POST /api/students/1/commitments', {
          source: 'County bursary',
          amount: 6_000,
          pays_school: true,
          from_year_id: YEAR,
          from_term_id: TERM_1,
        })
      },
      async after(test) {
        expect((await readPaymentAs(test)).lines[0]).toMatchObject({ student_id: 1, amount: 14_000 })
      },
    },
    {
      name: 'is less what approved payments of the term hold',
      async given(test) {
        await givenDraft(test)
        await callAs(test, 'coordinator', 'PUT /api/payments/1/lines', {
          version: 1,
          lines: [
            { student_id: 1, amount: 5_000, reason: 'A first part' },
            { student_id: 2, amount: 25_000, reason: 'With arrears' },
          ],
        })
        await callAs(test, 'coordinator', 'POST /api/payments/1/ready')
        await approve(test)
      },
      async after(test) {
        expect((await readPaymentAs(test, 'director', 2)).lines).toMatchObject([
          { student_id: 1, amount: 15_000 },
        ])
      },
    },
    {
      name: 'is again what came back, unless the student has left',
      async given(test) {
        await givenPaid(test)
        await callAs(test, 'coordinator', 'POST /api/payments/1/came-back', {
          schools: [1],
          on: '2026-03-02',
          reason: 'Wrong account',
        })
        await callAs(test, 'director', 'POST /api/students/status', { ids: [2], status: 2 })
      },
      async after(test) {
        expect((await readPaymentAs(test, 'director', 2)).lines).toMatchObject([
          { student_id: 1, amount: 20_000 },
        ])
      },
    },
    {
      name: 'is refused while another one is prepared',
      given: givenDraft,
      conflict: paymentMessages.openDraft,
    },
    { name: 'is refused while another one waits', given: givenSent, conflict: paymentMessages.openDraft },
    {
      name: 'is possible for another term meanwhile',
      given: givenDraft,
      input: { year_id: YEAR, term_id: TERM_2 },
      contains: { data: { id: 2 } },
    },
    {
      name: 'requires year and term',
      input: {},
      errors: { year_id: ['Year cannot be empty'], term_id: ['Term cannot be empty'] },
    },
    {
      name: 'refuses an unknown year',
      input: { ...term, year_id: 99 },
      errors: { year_id: ['Year is not known'] },
    },
    {
      name: 'refuses an unknown term',
      input: { ...term, term_id: 99 },
      errors: { term_id: ['Term is not known'] },
    },
    { name: 'is not for the director, who approves', as: 'director', status: 403 },
    { name: 'is not for a liaison officer', as: 'liaison', status: 403 },
  ],
)

const LINES = 'PUT /api/payments/1/lines'
const line = { student_id: 1, amount: '26500', reason: 'Remedial lessons' }
const lines = (...some: object[]) => ({
  version: 1,
  lines: some.map((each) => Object.assign({}, line, each)),
})

scenariosWith(
  'changing the lines of a draft',
  { as: 'coordinator', given: givenDraft, call: LINES, input: lines({}) },
  [
    {
      name: 'changes an amount with a reason',
      contains: { message: 'Payment saved.' },
      history: {
        entity: 'payment_line',
        student_id: 1,
        action: 'set',
        changes: {
          payment: [null, 'P0001'],
          amount: [null, '26,500.00'],
          reason: [null, 'Remedial lessons'],
        },
      },
      async after(test) {
        const payment = await readPaymentAs(test)
        expect(payment).toMatchObject({ version: 2, total: 73_500 })
        expect(payment.lines[0]).toMatchObject({ owed: 20_000, amount: 26_500, reason: 'Remedial lessons' })
        expect(payment.points).toMatchObject([
          { kind: 'above_plan', students: [1] },
          { kind: 'no_admission_no' },
        ])
      },
    },
    {
      name: 'leaves a line out, which stays in the list',
      input: lines({ left_out: true }),
      async after(test) {
        const payment = await readPaymentAs(test)
        expect(payment.total).toBe(47_000)
        expect(payment.lines[0]).toMatchObject({ student_id: 1, left_out: true })
      },
    },
    {
      name: 'adds a student without a plan',
      input: lines({ student_id: 7, amount: 18_500 }),
      async after(test) {
        const payment = await readPaymentAs(test)
        expect(payment.total).toBe(85_500)
        expect(payment.points.map(({ kind }) => kind)).toEqual(['no_plan', 'no_admission_no'])
        expect(payment.out.map(({ student_id }) => student_id)).toEqual([4, 5])
      },
    },
    {
      name: 'requires a reason',
      input: lines({ reason: ' ' }),
      errors: { 'lines.0.reason': [paymentMessages.reasonRequired] },
    },
    {
      name: 'refuses an amount of nothing',
      input: lines({ amount: 0 }),
      errors: { 'lines.0.amount': [paymentMessages.amountNeeded] },
    },
    {
      name: 'refuses an unknown student',
      input: lines({ student_id: 99 }),
      errors: { 'lines.0.student_id': [paymentMessages.studentUnknown] },
    },
    {
      name: 'refuses a student who is not Active',
      async given(test) {
        await givenDraft(test)
        await callAs(test, 'director', 'POST /api/students/status', { ids: [1], status: 2 })
      },
      errors: { 'lines.0.student_id': [paymentMessages.studentUnknown] },
    },
    { name: 'refuses an old version', input: { ...lines({}), version: 0 }, conflict: paymentMessages.stale },
    { name: 'is refused while it waits for approval', given: givenSent, conflict: paymentMessages.notDraft },
    {
      name: 'is refused once it is approved',
      as: 'administrator',
      given: givenApproved,
      conflict: paymentMessages.notDraft,
    },
    { name: 'is not for the director', as: 'director', status: 403 },
    { name: 'is not for a liaison officer', as: 'liaison', status: 403 },
    { name: 'knows no payment that there is not', call: 'PUT /api/payments/9/lines', status: 404 },
  ],
)

/** The coordinator changed the first line and left the second out; the director left out the first, and the fourth. */
async function givenLeftOut(test: TestApp): Promise<void> {
  await givenDraft(test)
  const left = { ...line, left_out: true }
  const own = [line, { ...left, student_id: 2, reason: 'At home' }]
  await callAs(test, 'coordinator', LINES, { version: 1, lines: own })
  await callAs(test, 'coordinator', 'POST /api/payments/1/ready')
  const theirs = [
    { ...left, reason: 'No remedial lessons' },
    { ...left, student_id: 6, reason: 'No number' },
  ]
  await callAs(test, 'director', LINES, { version: 3, lines: theirs })
}

const back = { ...line, amount: '1', reason: 'They do take place' }

scenariosWith(
  'putting lines back while a payment waits',
  { as: 'director', given: givenLeftOut, call: LINES, input: { version: 4, lines: [back] } },
  [
    {
      name: 'is possible for an approver, with the amount and the reason as they were sent',
      history: {
        action: 'changed',
        student_id: 1,
        changes: {
          left_out: ['Yes', 'No'],
          amount: ['26,500.00', '26,500.00'],
          reason: ['No remedial lessons', back.reason],
        },
      },
      async after(test) {
        const payment = await readPaymentAs(test)
        expect(payment).toMatchObject({ version: 5, total: 41_500, may_approve: true, is_preparer: false })
        expect(payment.lines).toMatchObject([
          { student_id: 1, amount: 26_500, left_out: false, reason: line.reason, may_put_back: false },
          { student_id: 2, left_out: true, may_put_back: false },
          { student_id: 3, left_out: false, may_put_back: false },
          { student_id: 6, left_out: true, reason: 'No number', may_put_back: true },
        ])
        await approve(test)
        expect(await readPaymentAs(test)).toMatchObject({ state: 'approved', approved_by: 'Daniel Otieno' })
      },
    },
    {
      name: 'makes a line follow the register again if the payment is returned',
      input: { version: 4, lines: [{ ...back, student_id: 6 }] },
      async after(test) {
        await callAs(test, 'director', 'POST /api/payments/1/return', { note: 'Which?' })
        await test.db.updateTable('plans').set({ to_school: 100 }).execute()
        expect((await readPaymentAs(test)).lines).toMatchObject([
          { left_out: true, may_put_back: false },
          { left_out: true },
          { student_id: 3 },
          { student_id: 6, amount: 1, reason: null },
        ])
      },
    },
    {
      name: 'is possible after it was left out again',
      async given(test) {
        await givenLeftOut(test)
        await callAs(test, 'director', LINES, { version: 4, lines: [back] })
        const again = { ...line, left_out: true }
        for (const version of [5, 6])
          await callAs(test, 'administrator', LINES, { version, lines: [{ ...again, reason: `${version}` }] })
      },
      input: { version: 7, lines: [back] },
      async after(test) {
        expect((await readPaymentAs(test)).lines[0]).toMatchObject({ left_out: false, reason: line.reason })
      },
    },
    {
      name: 'is refused of a line that the preparer left out, also if an approver did so again',
      async given(test) {
        await givenLeftOut(test)
        const again = { ...line, student_id: 2, left_out: true }
        await callAs(test, 'director', LINES, { version: 4, lines: [again] })
      },
      input: { version: 5, lines: [back, { ...back, student_id: 2 }] },
      conflict: paymentMessages.onlyLeaveOut,
    },
    {
      name: 'is refused to an approver who prepared it',
      async given(test) {
        await givenLeftOut(test)
        await test.db
          .insertInto('payment_preparers')
          .values({ payment_id: 1, user_id: cast.director.id })
          .execute()
      },
      conflict: paymentMessages.onlyLeaveOut,
    },
    {
      name: 'is refused of a line that was not left out',
      input: { version: 4, lines: [{ ...back, student_id: 3 }] },
      conflict: paymentMessages.onlyLeaveOut,
    },
    {
      name: 'is refused of a line that was left out before the payment was returned and sent again',
      async given(test) {
        await givenLeftOut(test)
        await callAs(test, 'director', 'POST /api/payments/1/return', { note: 'Which?' })
        await callAs(test, 'coordinator', 'POST /api/payments/1/ready')
      },
      input: { version: 6, lines: [back] },
      conflict: paymentMessages.onlyLeaveOut,
    },
    { name: 'is not for a coordinator', as: 'coordinator', conflict: paymentMessages.notDraft },
    {
      name: 'needs the present version',
      input: { version: 3, lines: [back] },
      conflict: paymentMessages.stale,
    },
  ],
)

scenariosWith('leaving lines out while a payment waits', { as: 'director', given: givenSent, call: LINES }, [
  {
    name: 'is possible for an approver',
    input: { version: 2, lines: [{ ...line, left_out: true }] },
    history: { action: 'left out', student_id: 1 },
    async after(test) {
      expect(await readPaymentAs(test)).toMatchObject({ version: 3, total: 47_000, may_approve: true })
    },
  },
  {
    name: 'is all that an approver may do',
    input: { version: 2, lines: [line] },
    conflict: paymentMessages.onlyLeaveOut,
  },
  {
    name: 'is only for students of the payment',
    input: { version: 2, lines: [{ ...line, student_id: 7, left_out: true }] },
    errors: { 'lines.0.student_id': [paymentMessages.lineUnknown] },
  },
  {
    name: 'needs the present version',
    input: { version: 1, lines: [{ ...line, left_out: true }] },
    conflict: paymentMessages.stale,
  },
])

scenariosWith(
  'sending a payment',
  { as: 'coordinator', given: givenDraft, call: 'POST /api/payments/1/ready' },
  [
    {
      name: 'stores its lines, whose amounts do not follow the register any more',
      contains: { message: 'Sent for approval.' },
      history: { action: 'sent for approval', changes: { total: [null, '67,000.00'] } },
      async after(test) {
        await test.db.updateTable('plans').set({ to_school: 100 }).execute()
        expect(await readPaymentAs(test)).toMatchObject({
          state: 'to_approve',
          version: 2,
          total: 67_000,
          sent_by: 'Catherine Njeri',
          lines: [
            { id: 1, student_id: 1, amount: 20_000, owed: 1 },
            { id: 2 },
            { id: 3 },
            { id: 4, student_id: 6 },
          ],
          out: [{ why: 'no_plan' }, { why: 'no_admission_no' }, { why: 'no_account' }],
        })
      },
    },
    {
      name: 'lists who is owed something since then, and can be paid, beside those who cannot',
      async after(test) {
        expect(await readPaymentAs(test)).toMatchObject({ owed_since: [] })
        await test.db.updateTable('students').set({ admission_no: '0109' }).where('id', '=', 4).execute()
        expect(await readPaymentAs(test)).toMatchObject({
          version: 2,
          total: 67_000,
          lines: [{}, {}, {}, {}],
          owed_since: [
            { student_id: 4, name: 'Bisaku Toroitich', school_id: 2, school: 'Bondo Boys', owed: 15_000 },
          ],
          out: [{ why: 'no_plan' }, { why: 'no_account' }],
        })
        await approve(test)
        expect(await readPaymentAs(test)).toMatchObject({ owed_since: [] })
        await callAs(test, 'coordinator', 'POST /api/payments', term)
        expect((await readPaymentAs(test, 'director', 2)).lines).toMatchObject([{ student_id: 4 }])
      },
    },
    {
      name: 'follows the register until then',
      async after(test) {
        await callAs(test, 'director', 'POST /api/payments/1/return', { note: 'Which has number 4471?' })
        await test.db.updateTable('plans').set({ to_school: 100 }).execute()
        expect(await readPaymentAs(test)).toMatchObject({
          state: 'draft',
          note: 'Which has number 4471?',
          version: 3,
          total: 4,
        })
      },
    },
    {
      name: 'is refused if nothing is to be paid',
      async given(test) {
        await givenDraft(test)
        await test.db.updateTable('plans').set({ to_school: 0 }).execute()
      },
      conflict: paymentMessages.nothingToPay,
    },
    { name: 'is refused a second time', given: givenSent, conflict: paymentMessages.notDraft },
    { name: 'is not for the director', as: 'director', status: 403 },
  ],
)

scenariosWith(
  'returning a payment',
  { as: 'director', given: givenSent, call: 'POST /api/payments/1/return', input: { note: 'Why?' } },
  [
    { name: 'requires a note', input: { note: '' }, errors: { note: [paymentMessages.noteRequired] } },
    { name: 'is refused of a draft', given: givenDraft, conflict: paymentMessages.notToApprove },
    { name: 'is not for a coordinator', as: 'coordinator', status: 403 },
    {
      name: 'shows who returned it',
      async after(test) {
        expect(await readPaymentAs(test)).toMatchObject({ note: 'Why?', returned_by: 'Daniel Otieno' })
      },
    },
    {
      name: 'keeps what people changed',
      async given(test) {
        await givenDraft(test)
        await callAs(test, 'coordinator', LINES, lines({}))
        await callAs(test, 'coordinator', 'POST /api/payments/1/ready')
      },
      history: { action: 'returned', changes: { note: [null, 'Why?'] } },
      async after(test) {
        expect((await readPaymentAs(test)).lines[0]).toMatchObject({
          amount: 26_500,
          reason: 'Remedial lessons',
        })
      },
    },
  ],
)

const without = (step: (test: TestApp) => Promise<unknown>) => async (test: TestApp) => {
  await givenApproved(test)
  await step(test)
}

const names = ['prepared_by_name', 'approved_by_name'] as const
scenariosWith(
  'reopening a payment',
  { as: 'coordinator', given: givenApproved, call: 'POST /api/payments/1/reopen' },
  [
    {
      name: 'makes it a draft again, as long as nothing has left',
      contains: { message: 'Payment reopened.' },
      history: { action: 'reopened' },
      async after(test) {
        expect(await readPaymentAs(test)).toMatchObject({ state: 'draft', approved_by: null, total: 67_000 })
        await callAs(test, 'coordinator', 'POST /api/payments/1/ready')
        expect(await test.db.selectFrom('payments').select(names).execute()).toEqual([
          { prepared_by_name: null, approved_by_name: null },
        ])
        await test.db.updateTable('users').set({ first_name: 'Renamed' }).execute()
        await approve(test)
        expect(await readPaymentAs(test)).toMatchObject({
          sent_by: 'Renamed Njeri',
          approved_by: 'Renamed Otieno',
        })
      },
    },
    {
      name: 'is refused after a download',
      given: without((test) => callAs(test, 'coordinator', 'GET /api/payments/1/file?kind=bank')),
      conflict: paymentMessages.alreadyLeft,
    },
    { name: 'is refused after a paid mark', given: givenPaid, conflict: paymentMessages.alreadyLeft },
    {
      name: 'is refused while another one is prepared',
      given: without((test) => callAs(test, 'coordinator', 'POST /api/payments', term)),
      conflict: paymentMessages.openDraft,
    },
    { name: 'is refused of a draft', given: givenDraft, conflict: paymentMessages.notApproved },
    { name: 'is not for a liaison officer', as: 'liaison', status: 403 },
  ],
)

scenariosWith('the list of payments', { as: 'director', given: givenPaid, call: 'GET /api/payments' }, [
  {
    name: 'shows sums and states',
    contains: {
      data: [
        {
          number: 'P0001',
          place: 1,
          state: 'approved',
          may_approve: false,
          students: 4,
          schools: 3,
          total: 67_000,
          paid: 40_000,
          came_back: 0,
          receipts: 0,
          paid_on: '2026-03-01',
          prepared_by: 'Catherine Njeri',
        },
      ],
      meta: { total: 1 },
    },
  },
  {
    name: 'counts a draft as it is now',
    given: givenDraft,
    contains: {
      data: [{ students: 4, schools: 3, total: 67_000 }],
      present: { ...term, year: '2026', term: 'Term 1' },
    },
  },
  {
    name: 'counts the payments of each term, and shows which one the reader may approve',
    async given(test) {
      await givenPaid(test)
      await callAs(test, 'coordinator', 'POST /api/payments/1/came-back', {
        schools: [1],
        on: '2026-03-02',
        reason: 'Wrong account',
      })
      await callAs(test, 'coordinator', 'POST /api/payments', term)
      await callAs(test, 'coordinator', 'POST /api/payments/2/ready')
    },
    contains: {
      data: [
        { number: 'P0002', place: 2, may_approve: true },
        { number: 'P0001', place: 1, may_approve: false },
      ],
    },
  },
  { name: 'is searched and filtered', call: 'GET /api/payments?term=2', contains: { data: [] } },
  { name: 'is not for a liaison officer', as: 'liaison', status: 403 },
  {
    name: 'shows a liaison officer no payment',
    as: 'liaison',
    call: 'GET /api/payments/1',
    status: 403,
    lacks: [bank.bank],
  },
])
