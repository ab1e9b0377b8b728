import { expect, it } from 'vitest'
import { accountMessages } from '#contract/money/schoolAccounts.ts'
import { bank, callAs, givenPaid, givenTerm, paybill } from '../testing/data/payments.ts'
import { scenariosWith } from '../testing/scenarios.ts'
import { openSession, sessionCookie } from '../http/session.ts'
import { cast } from '../testing/data/users.ts'
import { openWithCast } from '../testing/testApp.ts'

const CALL = 'PUT /api/schools/3/account'

scenariosWith(
  'setting the account of a school',
  { as: 'director', given: givenTerm, call: CALL, input: bank },
  [
    {
      name: 'adds the first one, which counts as changed until somebody has called the school',
      call: CALL,
      input: { ...bank, number: '555 01', number_again: '55501' },
      contains: { message: 'Account saved.', data: { id: 4 } },
      history: {
        entity: 'school_account',
        entity_id: 4,
        action: 'added',
        changes: { number: [null, '555 01'], heard_from: [null, bank.heard_from] },
      },
      async after(test) {
        expect(await callAs(test, 'coordinator', 'GET /api/school-accounts')).toMatchObject({
          data: [
            { school_id: 1, state: 'in_use', students: 3 },
            { school_id: 2, state: 'in_use', account: { business_number: '400222', by: 'admission_no' } },
            {
              school_id: 3,
              state: 'changed',
              account: { checked_at: null, set_by: 'Daniel Otieno', set_by_id: cast.director.id },
            },
            { school_id: 4, state: 'in_use', account: { word: 'FEES' } },
          ],
        })
      },
    },
    {
      name: 'keeps the earlier one, with the payments that used it',
      given: givenPaid,
      call: 'PUT /api/schools/1/account',
      input: { ...bank, number: '777', number_again: '777' },
      history: { action: 'changed', changes: { number: [bank.number, '777'] } },
      async after(test) {
        expect(await callAs(test, 'coordinator', 'GET /api/schools/1/account')).toMatchObject({
          data: {
            account: { number: '777', checked_at: null, payments: 0, last_paid_on: null },
            earlier: [{ number: bank.number, payments: 1, last_paid_on: '2026-03-01' }],
            shared_with: [],
            students: 3,
            without_admission_no: 0,
          },
        })
      },
    },
    {
      name: 'refuses an account if another one was set meanwhile',
      call: 'PUT /api/schools/1/account',
      input: { ...bank, number: '777', number_again: '777', seen: null },
      conflict: accountMessages.changedMeanwhile('Daniel Otieno'),
    },
    {
      name: 'accepts who has seen the one in use',
      call: 'PUT /api/schools/1/account',
      input: { ...bank, number: '777', number_again: '777', seen: 1 },
      contains: { message: 'Account saved.' },
    },
    {
      name: 'warns of another school with the same account, however it is written',
      input: { ...bank, number: '0102-447193' },
      contains: { message: 'Account saved. Ahero Girls has this account too.' },
      async after(test) {
        expect(await callAs(test, 'coordinator', 'GET /api/schools/3/account')).toMatchObject({
          data: { shared_with: ['Ahero Girls'] },
        })
      },
    },
    {
      name: 'refuses the account that is in use',
      call: 'PUT /api/schools/1/account',
      errors: { number: [accountMessages.sameAsNow] },
    },
    {
      name: 'refuses the Paybill that is in use',
      call: 'PUT /api/schools/4/account',
      input: paybill,
      errors: { business_number: [accountMessages.sameAsNow] },
    },
    {
      name: 'refuses two different numbers',
      input: { ...bank, number_again: '0102447139' },
      errors: { number_again: [accountMessages.numbersDiffer] },
    },
    {
      name: 'refuses a number of other characters',
      input: { ...bank, number: '=1+1', number_again: '=1+1' },
      errors: { number: [accountMessages.numberWrong] },
    },
    {
      name: 'requires all fields of a bank',
      input: { kind: 'bank' },
      errors: {
        bank: ['Bank cannot be empty'],
        branch: ['Branch cannot be empty'],
        account_name: ['Account name cannot be empty'],
        number: ['Account number cannot be empty'],
        number_again: ['Account number again cannot be empty'],
        heard_from: ['Where you have it from cannot be empty'],
      },
    },
    {
      name: 'requires the word of a Paybill',
      input: { ...paybill, word: ' ' },
      errors: { word: ['Word cannot be empty'] },
    },
    {
      name: 'refuses a business number of other lengths',
      input: { ...paybill, business_number: '1234' },
      errors: { business_number: [accountMessages.businessWrong] },
    },
    { name: 'requires a kind', input: {}, errors: { kind: [accountMessages.kindRequired] } },
    { name: 'is not for a coordinator', as: 'coordinator', status: 403 },
    { name: 'knows no school that there is not', call: 'PUT /api/schools/99/account', status: 404 },
    {
      name: 'is not read by a liaison officer',
      as: 'liaison',
      call: 'GET /api/schools/1/account',
      status: 403,
    },
    { name: 'is not read of an unknown school', call: 'GET /api/schools/99/account', status: 404 },
  ],
)

it('needs a recent confirmation', async () => {
  const test = await openWithCast({ given: givenTerm })
  const client = await test.signIn(cast.director)
  const { token } = await openSession(test.db, cast.director.id, test.clock(), { isConfirmed: false })
  client.cookies.set(sessionCookie(test.config.appUrl), token)
  await client.get('/sanctum/csrf-cookie')
  for (const call of [CALL, 'POST /api/payments/1/approve'])
    expect(await client.call(call, { ...bank, version: 1, ticks: [] })).toMatchObject({
      status: 403,
      body: { code: 'confirm_again' },
    })
})
