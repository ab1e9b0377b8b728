import { expect, it } from 'vitest'
import { rowErrors } from '#contract/importMessages.ts'
import { periodKey } from '#contract/lookups.ts'
import { accountMessages } from '#contract/money/schoolAccounts.ts'
import { openSession, sessionCookie } from '../http/session.ts'
import { givenCharity, promise } from '../testing/data/money.ts'
import { approve, callAs, givenSent, givenTerm, readPaymentAs } from '../testing/data/payments.ts'
import { historyOf } from '../testing/database/storedRows.ts'
import { importing, importRows } from '../testing/imports/imports.ts'
import { scenariosWith } from '../testing/scenarios.ts'
import { openWithCast, type TestApp } from '../testing/testApp.ts'
import { cast } from '../testing/data/users.ts'

const CALL = 'POST /api/imports'
const plans = (rows: object[], more: object = {}) => importing(rows, { kind: 'plans', ...more })
const accounts = (rows: object[], more: object = {}) => importing(rows, { kind: 'accounts', ...more })
const plan = { year: '2026', school: 'Ahero Girls', class: 'Form 1', term: 'Term 1' }
const bank = {
  school: 'Chavakali High',
  bank: 'KCB Bank',
  branch: 'Mbale',
  account_name: 'Chavakali BOM',
  number: '0044 7193',
  heard_from: 'Fee structure 2026',
}

const readPlans = ({ db }: TestApp) =>
  db
    .selectFrom('plans')
    .innerJoin('schools', 'schools.id', 'school_id')
    .innerJoin('classes', 'classes.id', 'plans.class_id')
    .innerJoin('years', 'years.id', 'year_id')
    .select(['year_name', 'school', 'class_name', 'term_id', 'amount', 'to_school', 'origin'])
    .orderBy('plans.id')
    .execute()
const readAccounts = ({ db }: TestApp) =>
  db
    .selectFrom('school_accounts')
    .select(['school_id', 'bank', 'branch', 'number', 'business_number', 'paybill_by', 'word', 'replaced_at'])
    .orderBy('id')
    .execute()
const undo = (test: TestApp, id = 1) => callAs(test, 'director', `POST /api/imports/${id}/undo`)
const importAs = async (test: TestApp, rows: object[], more: object) =>
  importRows(await test.signIn(cast.director), rows, more)

scenariosWith(`${CALL}, of fee plans`, { as: 'director', call: CALL, given: givenTerm }, [
  {
    name: 'adds plans, also of a class, year and school that the import adds',
    input: plans(
      [
        { ...plan, term: 'term 2', amount: 'KES 22,000.50', to_school: 20_000 },
        { ...plan, year: '2025', class: 'Grade 9', school: 'Egoji Girls', amount: '9000' },
      ],
      {
        new_lookups: { years: [{ year_name: '2025' }], classes: [{ class_name: 'Grade 9' }] },
        new_places: [{ school: 'Egoji Girls', cluster: 'Meru' }],
      },
    ),
    contains: { data: { created: 2, updated: 0, skipped: 0 } },
    async after(test) {
      expect((await readPlans(test)).slice(4)).toEqual([
        {
          year_name: '2026',
          school: 'Ahero Girls',
          class_name: 'Form 1',
          term_id: 2,
          amount: 2_200_050,
          to_school: 2_000_000,
          origin: 'imported',
        },
        {
          year_name: '2025',
          school: 'Egoji Girls',
          class_name: 'Grade 9',
          term_id: 1,
          amount: 900_000,
          to_school: null,
          origin: 'imported',
        },
      ])
      expect((await historyOf(test)).filter(({ entity }) => entity === 'plan')).toMatchObject([
        { action: 'imported from register.xlsx', changes: { amount: [null, '22,000.50'] } },
        { changes: { plan: [null, 'Egoji Girls, Grade 9, Term 1, 2025'], amount: [null, '9,000.00'] } },
      ])
    },
  },
  {
    name: 'shows what updates would change, and leaves what is equal',
    input: plans(
      [
        { ...plan, amount: 31_000 },
        { ...plan, school: 'Bondo Boys', amount: '', to_school: '16000' },
        { ...plan, school: 'Dago School', amount: 30_000, to_school: 12_000 },
      ],
      { check: true },
    ),
    contains: {
      data: {
        good: 2,
        created: 0,
        updated: 2,
        errors: [{ row: 2, code: 'planTaken', message: rowErrors.planTaken }],
        changes: [
          { field: 'amount', rows: [{ row: 0, from: '30,000.00', to: '31,000.00' }] },
          { field: 'to_school', rows: [{ row: 1, from: '15,000.00', to: '16,000.00' }] },
        ],
      },
    },
  },
  {
    name: 'updates nothing by empty cells, nor what the user leaves as it is',
    input: plans([
      { ...plan, amount: 31_000 },
      { ...plan, school: 'Bondo Boys', amount: 31_000, to_school: '16000', keep: ['to_school'] },
      { ...plan, school: 'Dago School', amount: 31_000, keep: ['amount'] },
    ]),
    contains: { data: { created: 0, updated: 2, skipped: 1 } },
    async after(test) {
      expect((await readPlans(test)).map(({ amount, to_school }) => [amount, to_school])).toEqual([
        [3_100_000, 2_000_000],
        [3_100_000, 1_500_000],
        [3_000_000, 1_000_000],
        [3_000_000, 1_200_000],
      ])
    },
  },
  {
    name: 'reports what is missing, unknown, twice, or too much',
    input: plans(
      [
        {},
        { ...plan, school: 'Nowhere', class: 'Form 9', year: '1999', term: 'Term 9', amount: 1 },
        { ...plan, term: 'Term 3', amount: 5, to_school: 6 },
        { ...plan, term: 'Term 3', amount: 5 },
        { ...plan, term: 'Term 2', amount: '=1+1' },
        { ...plan, term: 'Term 2', class: 'Form 2', amount: '' },
        { ...plan, class: { a: 1 }, amount: [1], term: `Term ${'9'.repeat(5_000)}`, keep: 'all' },
      ],
      { check: true },
    ),
    async after(_test, { body }) {
      const { good, errors } = (
        body as { data: { good: number; errors: { row: number; field: string; code: string }[] } }
      ).data
      expect(good).toBe(0)
      expect(errors.map(({ row, field, code }) => `${row} ${field} ${code}`)).toEqual([
        '0 year empty',
        '0 school empty',
        '0 class empty',
        '0 term empty',
        '1 year yearUnknown',
        '1 school schoolUnknown',
        '1 class classUnknown',
        '1 term termUnknown',
        '2 to_school notValid',
        '3 term planTwice',
        '4 amount notValid',
        '5 amount empty',
        '6 class empty',
        '6 term termUnknown',
        '6 amount notValid',
        '6 keep notValid',
      ])
    },
  },
  {
    name: 'is not for a coordinator',
    as: 'coordinator',
    input: plans([{ ...plan, amount: 1 }]),
    status: 403,
  },
  {
    name: 'is undone: added plans go, updated ones are as before, and those that were changed since stay',
    async given(test) {
      await givenTerm(test)
      await importAs(
        test,
        [
          { ...plan, amount: 31_000 },
          { ...plan, term: 'Term 2', amount: 9_000 },
          { ...plan, term: 'Term 3', amount: 8_000 },
        ],
        { kind: 'plans' },
      )
      const of = { school_id: 1, class_id: 1, term_id: 3, amount: 8_500, to_school: null }
      const { class_id } = await test.db.selectFrom('plans').select('class_id').executeTakeFirstOrThrow()
      await callAs(test, 'coordinator', 'PUT /api/plans?year=1', { rows: [{ ...of, class_id }] })
    },
    call: 'POST /api/imports/1/undo',
    contains: {
      data: {
        removed: 1,
        restored: 1,
        kept: [{ name: 'Ahero Girls, Form 1, Term 3, 2026', why: 'Changed since' }],
      },
    },
    async after(test) {
      expect((await readPlans(test)).map(({ amount, origin }) => [amount, origin])).toEqual([
        [3_000_000, 'typed'],
        [3_000_000, 'typed'],
        [3_000_000, 'typed'],
        [3_000_000, 'typed'],
        [850_000, 'changed'],
      ])
    },
  },
  {
    name: 'of one sheet after another is undone one after the other',
    async given(test) {
      await givenTerm(test)
      for (const amount of [31_000, 32_000]) {
        test.clock.step(1_000)
        await importAs(test, [{ ...plan, amount }], { kind: 'plans' })
      }
      await undo(test, 2)
    },
    call: 'POST /api/imports/1/undo',
    contains: { data: { restored: 1, kept: [] } },
    async after(test) {
      expect(await readPlans(test)).toMatchObject([{ amount: 3_000_000 }, {}, {}, {}])
    },
  },
])

scenariosWith(`${CALL}, of school accounts`, { as: 'director', call: CALL, given: givenTerm }, [
  {
    name: 'adds accounts, keeps zeros at the front, and replaces the account of a school',
    input: accounts([
      bank,
      { school: 'ahero girls', business_number: '400 333', word: 'adm. no.', heard_from: 'Letter' },
      { school: 'Bondo Boys', business_number: 400_222, word: 'School fees', heard_from: 'Letter' },
    ]),
    contains: { data: { created: 1, updated: 2, skipped: 0 } },
    async after(test) {
      const none = { bank: null, branch: null, number: null }
      expect((await readAccounts(test)).slice(3)).toEqual([
        {
          school_id: 3,
          bank: 'KCB Bank',
          branch: 'Mbale',
          number: '0044 7193',
          replaced_at: null,
          business_number: null,
          paybill_by: null,
          word: null,
        },
        {
          ...none,
          school_id: 1,
          business_number: '400333',
          paybill_by: 'admission_no',
          word: null,
          replaced_at: null,
        },
        {
          ...none,
          school_id: 2,
          business_number: '400222',
          paybill_by: 'word',
          word: 'School fees',
          replaced_at: null,
        },
      ])
      expect(await callAs(test, 'coordinator', 'GET /api/school-accounts')).toMatchObject({
        data: [{ state: 'changed' }, { state: 'changed' }, { state: 'changed' }, { state: 'in_use' }],
      })
    },
  },
  {
    name: 'takes empty cells from the account before, and shows what would change',
    input: accounts(
      [
        { school: 'Ahero Girls', number: '0777', heard_from: 'Letter' },
        { school: 'Dago School', word: 'SCHOOL', heard_from: 'Letter' },
        { school: 'Bondo Boys', business_number: '400222', heard_from: 'Letter' },
      ],
      { check: true },
    ),
    contains: {
      data: {
        good: 2,
        updated: 2,
        errors: [{ row: 2, field: 'number', code: 'accountTaken' }],
        changes: [
          {
            field: 'number',
            rows: [
              { row: 0, from: 'KCB Bank, Ahero, 0102 4471-93', to: 'KCB Bank, Ahero, 0777' },
              { row: 1, from: 'Paybill 522533, FEES', to: 'Paybill 522533, SCHOOL' },
            ],
          },
        ],
      },
    },
  },
  {
    name: 'warns of schools that would share an account, however it is written',
    input: accounts(
      [
        { ...bank, number: '0102-447193' },
        { ...bank, school: 'Bondo Boys', number: '01 02 44 71 93' },
        { school: 'Dago School', word: 'SCHOOL', heard_from: 'Letter' },
      ],
      { check: true },
    ),
    contains: {
      data: {
        good: 3,
        shared_accounts: [
          { row: 0, shared_with: ['Ahero Girls', 'Bondo Boys'] },
          { row: 1, school: 'Bondo Boys' },
        ],
      },
    },
  },
  {
    name: 'leaves an account as it is, as a whole',
    input: accounts([bank, { ...bank, school: 'Ahero Girls', keep: ['number'] }]),
    contains: { data: { created: 1, updated: 0, skipped: 1 } },
    async after(test) {
      expect(await readAccounts(test)).toHaveLength(4)
    },
  },
  {
    name: 'reports what is missing, unknown, twice, of both kinds, or no number',
    input: accounts(
      [
        {},
        { ...bank, school: 'Nowhere' },
        { ...bank, number: '=HYPERLINK("x")' },
        { ...bank, school: 'Dago School', business_number: '400222' },
        { school: 'Bondo Boys', business_number: '12', heard_from: 'Letter' },
        { ...bank, school: 'Ahero Girls', bank: 'B'.repeat(201) },
        bank,
        { ...bank, number: '1' },
        { school: 'Bondo Boys', number: ['0'], heard_from: {} },
      ],
      { check: true },
    ),
    async after(_test, { body }) {
      const { good, errors } = (
        body as { data: { good: number; errors: { row: number; field: string; message: string }[] } }
      ).data
      expect(good).toBe(1)
      expect(errors.map(({ row, field, message }) => `${row} ${field}: ${message}`)).toEqual([
        '0 school: School cannot be empty',
        '0 bank: Bank cannot be empty',
        '0 branch: Branch cannot be empty',
        '0 account_name: Account name cannot be empty',
        '0 number: Account number cannot be empty',
        '0 heard_from: Where you have it from cannot be empty',
        `1 school: ${rowErrors.schoolUnknown}`,
        `2 number: ${accountMessages.numberWrong}`,
        `3 number: ${rowErrors.accountOfBoth}`,
        `4 business_number: ${accountMessages.businessWrong}`,
        '5 bank: Bank may not be longer than 200 characters',
        `7 school: ${rowErrors.accountTwice}`,
        '8 bank: Bank cannot be empty',
        '8 branch: Branch cannot be empty',
        '8 account_name: Account name cannot be empty',
        '8 number: Account number cannot be empty',
        '8 heard_from: Where you have it from cannot be empty',
      ])
    },
  },
  { name: 'is not for a coordinator', as: 'coordinator', input: accounts([bank]), status: 403 },
  {
    name: 'is undone: the accounts before are in use again',
    async given(test) {
      await givenTerm(test)
      await importAs(test, [bank, { ...bank, school: 'Ahero Girls', number: '0777' }], { kind: 'accounts' })
    },
    call: 'POST /api/imports/1/undo',
    contains: { data: { removed: 1, restored: 1, kept: [] } },
    async after(test) {
      const all = await readAccounts(test)
      expect(all.map(({ school_id, replaced_at }) => [school_id, replaced_at])).toEqual([
        [1, null],
        [2, null],
        [4, null],
      ])
    },
  },
  {
    name: 'is not undone for accounts with which a payment was approved, or which were replaced since',
    async given(test) {
      await givenTerm(test)
      await importAs(test, [bank, { ...bank, school: 'Ahero Girls', number: '0777' }], { kind: 'accounts' })
      await callAs(test, 'director', 'PUT /api/schools/3/account', {
        ...bank,
        kind: 'bank',
        number: '0888',
        number_again: '0888',
        heard_from: 'Letter',
      })
      await callAs(test, 'coordinator', 'POST /api/payments', { year_id: 1, term_id: 1 })
      await callAs(test, 'coordinator', 'POST /api/payments/1/ready')
      await approve(test)
    },
    call: 'POST /api/imports/1/undo',
    contains: {
      data: {
        removed: 0,
        restored: 0,
        kept: [
          { name: 'Chavakali High', why: 'Changed since' },
          { name: 'Ahero Girls', why: 'A payment was approved with it' },
        ],
      },
    },
  },
])

it('needs a recent confirmation to import accounts, but not to check them', async () => {
  const test = await openWithCast({ given: givenTerm })
  const client = await test.signIn(cast.director)
  const { token } = await openSession(test.db, cast.director.id, test.clock(), { isConfirmed: false })
  client.cookies.set(sessionCookie(test.config.appUrl), token)
  await client.get('/sanctum/csrf-cookie')
  expect(await client.post('/api/imports', accounts([bank], { check: true }))).toMatchObject({ status: 200 })
  expect(await client.post('/api/imports', accounts([bank]))).toMatchObject({
    status: 403,
    body: { code: 'confirm_again' },
  })
  expect(await client.post('/api/imports', plans([{ ...plan, amount: 31_000 }]))).toMatchObject({
    status: 200,
  })
})

it('keeps years, classes and schools of an import that plans use', async () => {
  const test = await openWithCast({ given: givenTerm })
  const added = { ...plan, year: '2025', class: 'Grade 9', school: 'Egoji Girls', amount: 9_000 }
  await importAs(test, [{ school: 'Fumbini High', cluster: 'Kilifi' }], {
    kind: 'schools',
    new_places: [{ cluster: 'Kilifi' }],
  })
  await importAs(test, [{ ...added, school: 'Fumbini High' }], {
    kind: 'plans',
    new_lookups: { years: [{ year_name: '2025' }], classes: [{ class_name: 'Grade 9' }] },
  })
  expect(await undo(test)).toMatchObject({
    data: { removed: 0, kept: [{ name: 'Fumbini High' }, { name: 'Kilifi' }] },
  })
  expect(await undo(test, 2)).toMatchObject({ data: { removed: 1, lookups: 2, kept: [] } })
  expect(await undo(test)).toMatchObject({ data: { removed: 1, clusters: 1, kept: [] } })
})

it('an import of students changes a payment that waits for approval, and so does its undo', async () => {
  const test = await openWithCast({ given: givenSent })
  const rows = [
    { ref: 'EL-0001', status: 'Graduated' },
    { ref: 'EL-0002', admission_no: '4499' },
    { ref: 'EL-0003', school: 'Dago School' },
  ]
  await importAs(test, rows, { kind: 'students' })
  expect(await readPaymentAs(test)).toMatchObject({
    version: 3,
    lines: [
      { student_id: 2, admission_no: '4499' },
      { student_id: 6, admission_no: null },
    ],
  })
  await undo(test)
  expect(await readPaymentAs(test)).toMatchObject({ version: 4, lines: [{ admission_no: '4471' }, {}] })
})

it('the undo of an import that gave a supporter ends their promises with the present term', async () => {
  const test = await openWithCast({ given: givenCharity })
  await importAs(test, [{ ref: 'EL-0002', supporter: cast.supporter.email }], { kind: 'students' })
  await callAs(test, 'coordinator', 'POST /api/students/2/commitments', {
    ...promise,
    source: null,
    supporter_id: cast.supporter.id,
  })
  await undo(test)
  expect(await test.db.selectFrom('commitments').select(['ends', 'end_reason']).execute()).toEqual([
    { ends: periodKey('2026', 'Term 1'), end_reason: 'Removed as supporter' },
  ])
})
