import { expect, it } from 'vitest'
import { periodKey } from '#contract/lookups.ts'
import { PROMISE_LETTER } from '#contract/privacy/accesses.ts'
import type { Answer } from '../testing/testClient.ts'
import { givenCharity, promise, TERM_1, TERM_2, TERM_3, YEAR } from '../testing/data/money.ts'
import { addReceipts, addReportCards, lookupId } from '../testing/data/records.ts'
import { addStudents } from '../testing/data/students.ts'
import { cast } from '../testing/data/users.ts'
import { type ScenarioRow, scenariosWith } from '../testing/scenarios.ts'
import { openWithCast, type TestApp } from '../testing/testApp.ts'

const given = givenCharity

/** Promises for students 1 and 2, one of them above the plan, and a payment of Term 1 that was sent for student 1. */
async function givenMoney(test: TestApp): Promise<void> {
  await givenCharity(test)
  const client = await test.signIn(cast.coordinator)
  const add = (student: number, more: object) =>
    client.post(`/api/students/${student}/commitments`, { ...promise, ...more })
  await add(1, { source: null, supporter_id: cast.supporter.id, amount: 10_000 })
  await add(2, {
    amount: 40_000,
    note: 'The county pays every year.',
    until_year_id: YEAR,
    until_term_id: TERM_1,
  })
  await add(3, { amount: 500, pays_school: true })
  await addPayment(test, { student_id: 1, amount: 20_000 })
}

async function addPayment(
  { db }: TestApp,
  {
    student_id,
    amount,
    ...more
  }: { student_id: number; amount: number; came_back_on?: string; is_left_out?: 1 },
): Promise<void> {
  const at = '2026-01-12T08:00:00.000Z'
  const user = cast.coordinator.id
  const { id: payment_id } = await db
    .insertInto('payments')
    .values({
      number: student_id,
      year_id: YEAR,
      term_id: TERM_1,
      state: 'approved',
      version: 2,
      is_approved_alone: 0,
      created_at: at,
      created_by: user,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: transfer_id } = await db
    .insertInto('transfers')
    .values({ payment_id, paid_on: '2026-01-14', reference: 'FT26', noted_at: at, noted_by: user })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('payment_lines')
    .values({
      payment_id,
      student_id,
      school_id: 1,
      amount: amount * 100,
      is_left_out: 0,
      transfer_id,
      ...more,
    })
    .execute()
}

const rowOf = (answer: Answer, student_id: number) =>
  (answer.body as { data: { students: { student_id: number }[] } }).data.students.find(
    (row) => row.student_id === student_id,
  )

scenariosWith(
  'GET /api/funding',
  { as: 'coordinator', given: givenMoney, call: 'GET /api/funding?year=1&size=10' },
  [
    {
      name: 'does not know what is owed without an amount to the school',
      async given(test) {
        await givenMoney(test)
        await test.db.updateTable('plans').set({ to_school: null }).where('term_id', '=', TERM_1).execute()
      },
      call: 'GET /api/funding?year=1&term=1&size=10',
      contains: {
        data: {
          owed: 0,
          of: 4,
          owed_unknown: 4,
          students: [
            { student_id: 1, planned: 30_000, owed: 0, owed_known: false },
            { student_id: 2, owed_known: false },
            { student_id: 3, planned: null, owed_known: false },
            {},
          ],
        },
      },
      async after(test) {
        const client = await test.signIn(cast.coordinator)
        const answer = await client.get('/api/funding?year=1&term=2&size=10')
        expect(rowOf(answer, 1)).toMatchObject({ owed: 16_000, owed_known: true })
      },
    },
    {
      name: 'adds up planned, promised, to find, paid, owed and spent of a year, student by student',
      contains: {
        data: {
          year_id: YEAR,
          year: '2026',
          term_id: null,
          planned: 120_000,
          promised: 71_500,
          // 30,000 of the first student; the surplus of the second's Term 1 covers the student's own year only.
          to_find: 30_000 + 20_000,
          surplus: 0,
          promised_without_plan: 1_500,
          paid: 20_000,
          owed: 28_000 + 48_000,
          spent: 420,
          of: 4,
          no_plan: 2,
          not_covered: 2,
          over_plan: 0,
          counts: { owed: 2, late: 0, ends_soon: 1, waiting: 0, no_class: 1, no_fees: 1 },
          students: [
            {
              student_id: 1,
              class: 'Form 1',
              planned: 60_000,
              promised: 30_000,
              to_find: 30_000,
              paid: 20_000,
              spent: 250,
            },
            {
              student_id: 2,
              planned: 60_000,
              promised: 40_000,
              to_find: 20_000,
              paid: 0,
              by: ['Machakos County bursary'],
            },
            { student_id: 3, planned: null, promised: 1_500, to_find: null, owed: 0 },
            { student_id: 4, class: null, planned: null, promised: 0, to_find: null },
          ],
        },
        meta: { total: 4, whole: false },
      },
    },
    {
      name: 'adds up one term, in which more may be promised than planned',
      call: 'GET /api/funding?year=1&term=1',
      contains: {
        data: {
          term_id: TERM_1,
          planned: 60_000,
          to_find: 20_000,
          surplus: 10_000,
          over_plan: 1,
          students: [
            { planned: 30_000, to_find: 20_000, owed: 4_000 },
            { promised: 40_000, to_find: 0, owed: 24_000 },
            {},
            {},
          ],
        },
      },
    },
    {
      name: 'counts a student who was registered in a later year only with figures of their own',
      async given(test) {
        await givenCharity(test)
        await test.db.updateTable('students').set({ dor: '2027-01-04' }).where('id', 'in', [2, 4]).execute()
        const client = await test.signIn(cast.coordinator)
        const own = { year_id: YEAR, term_id: TERM_1, amount: 700, reason: 'Paid before registration' }
        await client.change('PUT', '/api/students/4/plans', own)
      },
      call: 'GET /api/funding?year=1&term=1',
      contains: {
        data: {
          planned: 30_700,
          students: [
            { student_id: 1, planned: 30_000 },
            { student_id: 2, planned: 0 },
            { student_id: 3 },
            { student_id: 4, planned: 700 },
          ],
        },
      },
    },
    ...(
      [
        ['all students', '', 12, true],
        ['all students of a filter', '&filter=no_plan', 10, true],
        ['a page', '&page=2', 5, false],
      ] as const
    ).map(([what, query, length, whole]): ScenarioRow => ({
      name: `answers ${what} with${whole ? 'out' : ''} a page in the address`,
      async given(test) {
        await givenMoney(test)
        await addStudents(
          test.db,
          Array.from({ length: 8 }, () => ({ school_id: 2 })),
        )
      },
      call: `GET /api/funding?year=1${query}`,
      contains: { data: { students: Array.from({ length }, () => ({})) }, meta: { whole } },
    })),
    {
      name: 'is about the year of the present term without a year',
      call: 'GET /api/funding?size=1',
      contains: {
        data: { year: '2026', planned: 120_000, students: [{ student_id: 1 }] },
        meta: { total: 4 },
      },
    },
    ...(
      [
        ['not_covered', [1, 2]],
        ['no_plan', [3, 4]],
        ['over_plan', []],
        ['owed', [1, 2]],
        ['late', []],
        ['ends_soon', [2]],
        ['waiting', []],
      ] as const
    ).map(([filter, ids]): ScenarioRow => ({
      name: `finds the students of the filter ${filter}, with the totals of all`,
      call: `GET /api/funding?year=1&filter=${filter}`,
      contains: {
        data: { planned: 120_000, students: ids.map((student_id) => ({ student_id })) },
        meta: { total: ids.length },
      },
    })),
    {
      name: 'names the terms of which more was spent than planned',
      async given(test) {
        await givenMoney(test)
        const client = await test.signIn(cast.coordinator)
        const own = { year_id: YEAR, reason: 'Day scholar' }
        await client.change('PUT', '/api/students/1/plans', {
          ...own,
          term_id: TERM_1,
          amount: 100,
          to_school: 80,
        })
      },
      contains: {
        data: { students: [{ spent: 250, over: [{ term_id: TERM_1, amount: 150 }] }, { over: [] }, {}, {}] },
      },
    },
    {
      name: 'names no term that does not count for a student who left',
      async given(test) {
        await givenMoney(test)
        await addReceipts(test, [
          { student_id: 2, term: 'Term 2', items: [['Tuition Fees', 'Fees', 90_000]] },
        ])
        await test.db
          .updateTable('students')
          .set({ status: 2, left_after: periodKey('2026', 'Term 1') })
          .where('id', '=', 2)
          .execute()
      },
      contains: { data: { students: [{}, { spent: 90_100, over: [] }, {}, {}] } },
    },
    {
      name: 'counts promises that end soon, and the students whom they are for once',
      async given(test) {
        await givenMoney(test)
        const client = await test.signIn(cast.coordinator)
        const until = { until_year_id: YEAR, until_term_id: TERM_2, note: 'Both help.' }
        await client.post('/api/students/2/commitments', { ...promise, ...until, source: 'Kyangala parish' })
      },
      call: 'GET /api/funding?year=1&filter=ends_soon',
      contains: { data: { counts: { ends_soon: 2 } }, meta: { total: 1 } },
    },
    {
      name: 'finds students by name',
      call: 'GET /api/funding?year=1&search=wekesa%20bar',
      contains: { data: { of: 4, students: [{ student_id: 2 }] }, meta: { total: 1 } },
    },
    {
      name: 'limits everything to a school',
      call: 'GET /api/funding?year=1&school=2',
      contains: { data: { of: 2, planned: 0, no_plan: 2, students: [{ student_id: 3 }, { student_id: 4 }] } },
    },
    {
      name: 'sorts by an amount, unknown ones last when it descends',
      call: 'GET /api/funding?year=1&sort=-to_find',
      contains: {
        data: { students: [{ student_id: 1 }, { student_id: 2 }, { student_id: 4 }, { student_id: 3 }] },
      },
    },
    {
      name: 'shows a liaison officer their own students without who promised',
      as: 'liaison',
      contains: {
        data: {
          of: 2,
          students: [
            { student_id: 1, by: [], promised: 30_000 },
            { student_id: 2, by: [] },
          ],
        },
      },
      lacks: ['bursary', 'Dennis'],
    },
    {
      name: 'refuses an unknown year',
      call: 'GET /api/funding?year=99',
      errors: { year: ['Year is not known'] },
    },
    {
      name: 'adds up by school',
      call: 'GET /api/funding?query=schools&year=1',
      contains: {
        data: [
          { school: 'Kyangala Senior School', planned: 0, no_plan: 2, owed_unknown: 2, of: 2 },
          { school: 'Nyando Girls High School', planned: 120_000, to_find: 50_000, owed_unknown: 0, of: 2 },
        ],
      },
    },
  ],
)

scenariosWith('the class of a year', { as: 'coordinator', given, call: 'GET /api/funding?year=1&size=10' }, [
  {
    name: 'is that of the latest record moved up by one class a year',
    async given(test) {
      await givenCharity(test)
      await addReportCards(test, [
        { student_id: 4, year: '2025', class: 'Form 2', term: 'Term 1' },
        { student_id: 4, year: '2025', class: 'Form 3', term: 'Term 3' },
      ])
    },
    contains: { data: { students: [{}, {}, {}, { student_id: 4, class: 'Form 4' }] } },
  },
  {
    name: 'moves up two classes after two years, and ends with the highest',
    async given(test) {
      await givenCharity(test)
      await addReportCards(test, [
        { student_id: 4, year: '2024', class: 'Form 2' },
        { student_id: 3, year: '2027', class: 'Form 2' },
      ])
      await test.db.deleteFrom('receipts').where('student_id', '=', 3).execute()
      await addReportCards(test, [{ student_id: 3, year: '2025', class: 'Form 4' }])
    },
    contains: {
      data: { students: [{}, {}, { student_id: 3, class: null }, { student_id: 4, class: 'Form 4' }] },
    },
  },
  {
    name: 'is the one that was set by hand',
    async given(test) {
      await givenCharity(test)
      const class_id = await lookupId(test.db, 'classes', 'Form 2')
      const client = await test.signIn(cast.coordinator)
      await client.change('PUT', '/api/students/1/class', { year_id: YEAR, class_id })
    },
    contains: { data: { students: [{ student_id: 1, class: 'Form 2', planned: null }, {}, {}, {}] } },
  },
])

scenariosWith('a student who leaves', { as: 'director', given: givenMoney, call: 'PATCH /api/students/2' }, [
  {
    name: 'counts up to the present term, and in full again as Active',
    input: { mode: 'status', status: '2', reason: 'Left' },
    async after(test) {
      const client = await test.signIn(cast.coordinator)
      const read = () => client.get('/api/funding?year=1')
      expect(rowOf(await read(), 2)).toMatchObject({ planned: 30_000, promised: 40_000, owed: 24_000 })
      const director = await test.signIn(cast.director)
      await director.change('PATCH', '/api/students/2', { mode: 'status', status: '0' })
      expect(rowOf(await read(), 2)).toMatchObject({ planned: 60_000 })
    },
  },
  {
    name: 'counts in no later year, although a term of it has records and none has dates',
    async given(test) {
      await givenMoney(test)
      await addReceipts(test, [{ student_id: 2, year: '2027', items: [['Tuition Fees', 'Fees', 100]] }])
    },
    input: { mode: 'status', status: '2', reason: 'Left' },
    async after(test) {
      const client = await test.signIn(cast.coordinator)
      expect(rowOf(await client.get('/api/funding?year=1'), 2)).toMatchObject({ planned: 30_000 })
      const year = await lookupId(test.db, 'years', '2027')
      expect(rowOf(await client.get(`/api/funding?year=${year}`), 2)).toMatchObject({
        planned: 0,
        spent: 100,
      })
    },
  },
  {
    name: 'also among several',
    call: 'POST /api/students/status',
    input: { ids: [1, 2], status: 3 },
    async after(test) {
      const client = await test.signIn(cast.coordinator)
      expect(await client.get('/api/funding?year=1')).toMatchObject({
        body: { data: { planned: 60_000, of: 4 } },
      })
    },
  },
])

scenariosWith(
  'figures that leave Elimu',
  {
    as: 'coordinator',
    given: givenCharity,
    call: 'POST /api/funding/departures',
    input: { what: 'figures', year_id: YEAR, students: [1, 3], how: 'download' },
  },
  [
    {
      name: 'are noted at each student',
      contains: { message: 'Noted.' },
      async after({ db }) {
        const left = { what: 'Funding, 2026', how: 'download', user_id: cast.coordinator.id }
        expect(await db.selectFrom('departures').selectAll().execute()).toMatchObject([
          { student_id: 1, ...left },
          { student_id: 3, ...left },
        ])
      },
    },
    {
      name: 'are noted only at own students of a liaison officer',
      as: 'liaison',
      contains: { message: 'Noted.' },
      after: async ({ db }) =>
        expect(await db.selectFrom('departures').select('student_id').execute()).toEqual([{ student_id: 1 }]),
    },
  ],
)

it('a letter for several students is noted at each of them, and once if the call is repeated', async () => {
  const { db, signIn } = await openWithCast({ given: givenCharity })
  const client = await signIn(cast.coordinator)
  const body = { what: 'letter', students: [1, 3], how: 'print' }
  const note = () =>
    client.post('/api/funding/departures', body, { headers: { 'idempotency-key': 'one-letter' } })
  expect([await note(), await note()]).toMatchObject([{ status: 200 }, { status: 200 }])
  const left = { what: PROMISE_LETTER, how: 'print', went_to: 'Paper or a file' }
  expect(await db.selectFrom('departures').selectAll().orderBy('id').execute()).toMatchObject([
    { student_id: 1, ...left },
    { student_id: 3, ...left },
  ])
})

scenariosWith('a payment', { as: 'coordinator', call: 'GET /api/funding?year=1&term=1' }, [
  {
    name: 'that came back is owed again',
    async given(test) {
      await givenCharity(test)
      await addPayment(test, { student_id: 1, amount: 20_000, came_back_on: '2026-01-20' })
    },
    contains: { data: { paid: 0, students: [{ owed: 24_000 }, {}, {}, {}] } },
  },
  {
    name: 'that was left out is not paid',
    async given(test) {
      await givenCharity(test)
      await addPayment(test, { student_id: 1, amount: 20_000, is_left_out: 1 })
    },
    contains: { data: { paid: 0 } },
  },
  {
    name: 'above what is owed covers no other student',
    async given(test) {
      await givenCharity(test)
      await addPayment(test, { student_id: 1, amount: 90_000 })
    },
    contains: { data: { paid: 90_000, owed: 24_000, students: [{ owed: 0 }, { owed: 24_000 }, {}, {}] } },
  },
])

scenariosWith(
  'GET /api/students/:id/funding',
  { as: 'coordinator', given: givenMoney, call: 'GET /api/students/1/funding?year=1' },
  [
    {
      name: 'answers the figures of a year and of its terms',
      contains: {
        data: {
          year: '2026',
          class: 'Form 1',
          is_class_set: false,
          year_figures: { planned: 60_000, to_find: 30_000 },
          term_figures: [
            {
              term_id: TERM_1,
              planned: 30_000,
              to_find: 20_000,
              to_school: 24_000,
              direct: 0,
              owed: 4_000,
              own: null,
            },
            { term_id: TERM_2, to_find: 10_000, plan: { amount: 20_000, to_school: 16_000 } },
            { term_id: TERM_3, promised: 10_000, to_find: 0 },
          ],
          commitments: [{ supporter: 'Samuel Kiptoo', source: null, amount: 10_000, until_term_id: null }],
        },
      },
    },
    {
      name: 'answers the liaison officer without who promised',
      as: 'liaison',
      contains: { data: { commitments: [{ supporter: null, supporter_id: null, amount: 10_000 }] } },
    },
    { name: 'hides the students of others', as: 'liaison', call: 'GET /api/students/3/funding', status: 404 },
  ],
)
