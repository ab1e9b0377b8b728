import { USER_DISABLED } from '#contract/users.ts'
import { callAs, givenApproved, givenDraft, givenPaid, givenSent } from '../testing/data/payments.ts'
import { scenariosWith } from '../testing/scenarios.ts'
import type { TestApp } from '../testing/testApp.ts'
import { cast } from '../testing/data/users.ts'

const givenReturned = async (test: TestApp) => {
  await givenSent(test)
  await callAs(test, 'director', 'POST /api/payments/1/return', { note: 'The account of Ahero is another' })
}

/** The administrator prepared it and is the only one of roles 1 to 3. */
const givenAlone = async (test: TestApp) => {
  await givenSent(test)
  await test.db.updateTable('payment_preparers').set({ user_id: cast.administrator.id }).execute()
  const others = [cast.director.id, cast.coordinator.id]
  await test.db.updateTable('users').set({ status: USER_DISABLED }).where('id', 'in', others).execute()
}

const none = { to_approve: 0, returned: 0, to_pay: 0 }
const shows = (payments: object) => ({ data: { payments } })

scenariosWith(
  'payments in My work',
  { as: 'director', call: 'GET /api/notifications/work', given: givenSent },
  [
    { name: 'wait for those who may approve them', contains: shows({ ...none, to_approve: 1 }) },
    { name: 'do not wait for who prepared them', as: 'coordinator', contains: shows(none) },
    {
      name: 'wait for their preparer, if nobody else is there',
      as: 'administrator',
      given: givenAlone,
      contains: shows({ ...none, to_approve: 1 }),
    },
    { name: 'are none while they are prepared', as: 'coordinator', given: givenDraft, contains: shows(none) },
    {
      name: 'are returned to who prepared them',
      as: 'coordinator',
      given: givenReturned,
      contains: shows({ ...none, returned: 1 }),
    },
    { name: 'are not returned to others', as: 'administrator', given: givenReturned, contains: shows(none) },
    {
      name: 'are to pay once approved',
      given: givenApproved,
      contains: { data: { others: 1, payments: { ...none, to_pay: 1 } } },
    },
    {
      name: 'are to pay as long as one school is not paid',
      as: 'coordinator',
      given: givenPaid,
      contains: shows({ ...none, to_pay: 1 }),
    },
    {
      name: 'are none once every school is paid, although a line was left out',
      async given(test) {
        await givenSent(test)
        const lines = [{ student_id: 3, amount: 15_000, left_out: true, reason: 'Paid by the county' }]
        await callAs(test, 'director', 'PUT /api/payments/1/lines', { version: 2, lines })
        await test.db.updateTable('payments').set({ state: 'approved' }).execute()
        await callAs(test, 'director', 'POST /api/payments/1/paid', {
          schools: [1, 4],
          on: '2026-03-01',
          reference: 'FT',
        })
      },
      contains: shows(none),
    },
    { name: 'are nothing for a liaison officer', as: 'liaison', contains: shows(none) },
  ],
)
