import { expect } from 'vitest'
import { planMessages } from '#contract/money/plans.ts'
import { historyOf } from '../testing/database/storedRows.ts'
import { givenCharity, TERM_1, TERM_2, TERM_3, YEAR } from '../testing/data/money.ts'
import { addReceipts, lookupId } from '../testing/data/records.ts'
import { addStudents } from '../testing/data/students.ts'
import { cast } from '../testing/data/users.ts'
import { scenariosWith } from '../testing/scenarios.ts'
import type { TestApp } from '../testing/testApp.ts'

const plansOf = ({ db }: TestApp) =>
  db
    .selectFrom('plans')
    .select(['school_id', 'term_id', 'amount', 'to_school', 'origin'])
    .where('school_id', '=', 2)
    .orderBy('term_id')
    .execute()

const row = { school_id: 2, class_id: 1, term_id: TERM_1, amount: '12,000', to_school: 9_000 }
const CALL = 'PUT /api/plans?year=1'

scenariosWith('setting plans', { as: 'coordinator', given: givenCharity, call: CALL }, [
  {
    name: 'stores whole cents, and writes each to the history',
    input: { rows: [row, { ...row, term_id: TERM_2, amount: 0.1, to_school: null }] },
    contains: { message: 'Fees saved.' },
    async after(test) {
      expect(await plansOf(test)).toEqual([
        { school_id: 2, term_id: TERM_1, amount: 1_200_000, to_school: 900_000, origin: 'typed' },
        { school_id: 2, term_id: TERM_2, amount: 10, to_school: null, origin: 'typed' },
      ])
      expect(await historyOf(test)).toMatchObject([
        {
          entity: 'plan',
          action: 'added',
          changes: {
            plan: [null, 'Kyangala Senior School, Form 1, Term 1, 2026'],
            amount: [null, '12,000.00'],
          },
        },
        { entity: 'plan', changes: { amount: [null, '0.10'] } },
      ])
    },
  },
  {
    name: 'changes one and removes one, and nothing that is the same',
    async given(test) {
      await givenCharity(test)
      const client = await test.signIn(cast.coordinator)
      await client.change('PUT', '/api/plans?year=1', {
        rows: [row, { ...row, term_id: TERM_2 }, { ...row, term_id: TERM_3 }],
      })
    },
    input: {
      rows: [
        row,
        { ...row, term_id: TERM_2, amount: 13_000 },
        { ...row, term_id: TERM_3, amount: null, to_school: null },
      ],
    },
    async after(test) {
      expect(await plansOf(test)).toMatchObject([
        { origin: 'typed' },
        { amount: 1_300_000, origin: 'changed' },
      ])
      expect((await historyOf(test)).slice(3)).toMatchObject([
        { action: 'edited', changes: { amount: ['12,000.00', '13,000.00'] } },
        { action: 'removed', changes: { amount: ['12,000.00', null], to_school: ['9,000.00', null] } },
      ])
    },
  },
  {
    name: 'refuses more to the school than is planned',
    input: { rows: [{ ...row, to_school: 12_000.5 }] },
    errors: { 'rows.0.to_school': [planMessages.tooMuchToSchool] },
  },
  {
    name: 'refuses amounts below 0, above ten million or of half cents',
    input: {
      rows: ['-1', '10000000.01', '1.005'].map((amount) =>
        Object.assign({}, row, { amount, to_school: null }),
      ),
    },
    errors: Object.fromEntries(
      [0, 1, 2].map((index) => [
        `rows.${index}.amount`,
        ['Amount must be an amount from 0 to 10,000,000, with two decimals at most'],
      ]),
    ),
  },
  {
    name: 'refuses what is not known, and a row twice',
    input: { rows: [{ ...row, school_id: 99 }, { ...row, class_id: 999 }, { ...row, term_id: 9 }, row, row] },
    errors: {
      'rows.0.school_id': ['School is not known'],
      'rows.1.class_id': ['Class is not known'],
      'rows.2.term_id': ['Term is not known'],
      'rows.4.term_id': [planMessages.sameTwice],
    },
  },
  {
    name: 'refuses an unknown year',
    call: 'PUT /api/plans?year=9',
    input: { rows: [row] },
    errors: { year: ['Year is not known'] },
  },
])

scenariosWith('GET /api/plans', { as: 'director', given: givenCharity, call: 'GET /api/plans?year=1' }, [
  {
    name: 'answers the plans, and the schools and classes with students or a plan',
    contains: {
      data: {
        rows: [
          { school_id: 1, term_id: TERM_1, amount: 30_000, to_school: 24_000 },
          { amount: 20_000 },
          { amount: 10_000 },
        ],
        classes: [
          { school: 'Kyangala Senior School', class: 'Form 1', students: 1, origin: null },
          {
            school: 'Nyando Girls High School',
            class: 'Form 1',
            students: 2,
            own_figures: 0,
            origin: 'typed',
          },
        ],
        has_draft: false,
      },
    },
  },
])

const own = { year_id: YEAR, term_id: TERM_1, amount: 19_500, to_school: 13_500, reason: 'Day scholar' }
const OWN = 'PUT /api/students/1/plans'
scenariosWith('a student’s own figures', { as: 'coordinator', given: givenCharity, call: OWN, input: own }, [
  {
    name: 'count in place of the plan',
    contains: { message: 'Own figures saved.' },
    history: {
      entity: 'own_plan',
      student_id: 1,
      changes: { term: [null, 'Term 1, 2026'], amount: [null, '19,500.00'], reason: [null, 'Day scholar'] },
    },
    async after(test) {
      const client = await test.signIn(cast.coordinator)
      expect(await client.get('/api/funding?year=1&term=1&size=1')).toMatchObject({
        body: { data: { students: [{ planned: 19_500, owed: 13_500, has_own_plan: true }] } },
      })
      await client.change('PUT', '/api/students/1/plans', {
        ...own,
        amount: null,
        to_school: null,
        reason: '',
      })
      expect(await client.get('/api/funding?year=1&term=1&size=1')).toMatchObject({
        body: { data: { students: [{ planned: 30_000, owed: 24_000, has_own_plan: false }] } },
      })
    },
  },
  {
    name: 'need no class',
    call: 'PUT /api/students/4/plans',
    async after(test) {
      const client = await test.signIn(cast.coordinator)
      expect(await client.get('/api/students/4/funding?year=1')).toMatchObject({
        body: { data: { class: null, year_figures: { planned: 19_500 } } },
      })
    },
  },
  { name: 'need a reason', input: { ...own, reason: ' ' }, errors: { reason: ['Reason cannot be empty'] } },
  {
    name: 'refuse more to the school than their amount',
    input: { ...own, to_school: 20_000 },
    errors: { to_school: [planMessages.tooMuchToSchool] },
  },
  {
    name: 'refuse more to the school than the amount of the plan',
    input: { ...own, amount: null, to_school: 30_000.01 },
    errors: { to_school: [planMessages.tooMuchToSchool] },
  },
])

const [first, second, third] = [TERM_1, TERM_2, TERM_3].map((term_id) => ({
  term_id,
  amount: 19_500,
  to_school: 13_500,
}))
const terms = [first, { ...second, amount: null, to_school: null }]
scenariosWith(
  'own figures of several terms',
  {
    as: 'coordinator',
    given: givenCharity,
    call: 'PUT /api/students/1/plans/terms',
    input: { year_id: YEAR, terms, reason: 'Day scholar' },
  },
  [
    {
      name: 'are saved together, those that differ',
      contains: { message: 'Own figures saved.' },
      async after(test) {
        expect(await historyOf(test)).toMatchObject([
          { entity: 'own_plan', action: 'set own figures', changes: { term: [null, 'Term 1, 2026'] } },
        ])
        const client = await test.signIn(cast.coordinator)
        const save = (body: object) => client.change('PUT', '/api/students/1/plans/terms', body)
        await save({ year_id: YEAR, terms: [first, second], reason: 'Day scholar' })
        expect(await historyOf(test)).toMatchObject([{}, { changes: { term: [null, 'Term 2, 2026'] } }])
        const none = [first, second].map((term) => Object.assign({}, term, { amount: null, to_school: null }))
        expect(await save({ year_id: YEAR, terms: none, reason: '' })).toMatchObject({
          body: { message: planMessages.ownRemoved },
        })
        expect(await test.db.selectFrom('own_plans').selectAll().execute()).toEqual([])
      },
    },
    {
      name: 'are saved all or none',
      input: {
        year_id: YEAR,
        terms: [first, { ...third, amount: null }],
        reason: 'Day scholar',
      },
      errors: { 'terms.1.to_school': [planMessages.tooMuchToSchool] },
      async after(test) {
        expect(await test.db.selectFrom('own_plans').selectAll().execute()).toEqual([])
      },
    },
    {
      name: 'need a reason',
      input: { year_id: YEAR, terms, reason: '' },
      errors: { reason: [planMessages.reasonRequired] },
    },
    {
      name: 'are refused for an unknown term',
      input: { year_id: YEAR, terms: [{ ...first, term_id: 9 }], reason: 'Day scholar' },
      errors: { term: ['Year is not known'] },
    },
  ],
)

/** Receipts of 2025: three of Form 1 at the first school, and one of Form 2. */
async function givenLastYear(test: TestApp): Promise<void> {
  await givenCharity(test)
  await addStudents(test.db, [{ school_id: 1 }, { school_id: 1 }])
  const fees = (student_id: number, tuition: number, more: object = {}) => ({
    student_id,
    year: '2025',
    school_id: 1,
    items: [
      ['Tuition Fees', 'Fees', tuition] as ['Tuition Fees', string, number],
      ['Transport', 'Bus', 1_000] as ['Transport', string, number],
    ],
    ...more,
  })
  await addReceipts(test, [
    fees(1, 20_000),
    fees(2, 21_010),
    fees(3, 25_000),
    fees(5, 30_000, { class: 'Form 2' }),
    fees(6, 30_000, { class: 'Form 3', term: 'Term 2' }),
  ])
  // Students 1 and 2 stay in Form 1 this year; 5 and 6 move up.
}
const LAST = 2
const propose = async (test: TestApp) => {
  await givenLastYear(test)
  const client = await test.signIn(cast.coordinator)
  await client.post('/api/plans/draft?year=1', { from_year_id: LAST })
}

scenariosWith('proposing plans', { as: 'coordinator', given: propose, call: 'GET /api/plans/draft?year=1' }, [
  {
    name: 'takes the middle of last year’s receipts, rounded up, with range and flags',
    contains: {
      data: {
        year_id: YEAR,
        from_year: '2025',
        incomplete: [
          { term_id: TERM_1, students: 1 },
          { term_id: TERM_2, students: 4 },
          { term_id: TERM_3, students: 5 },
        ],
        rows: [
          {
            school: 'Kyangala Senior School',
            class: 'Form 1',
            from_class_id: null,
            from_students: 0,
            terms: [],
          },
          {
            school: 'Nyando Girls High School',
            class: 'Form 1',
            students: 2,
            from_students: 3,
            is_class_below: false,
            is_one_student: false,
            terms: [{ term_id: TERM_1, amount: 22_100, to_school: 21_100, low: 21_000, high: 26_000 }],
            decision: null,
          },
          { class: 'Form 3', from_class: 'Form 3', is_class_below: false, is_one_student: true },
          { class: 'Form 4', from_class: 'Form 3', is_class_below: true, is_one_student: true },
        ],
      },
    },
  },
  {
    name: 'makes plans of the accepted and changed rows, and leaves the others out',
    call: 'POST /api/plans/draft/save?year=1',
    async given(test) {
      await propose(test)
      const client = await test.signIn(cast.coordinator)
      const decide = (more: object) =>
        client.change('PUT', '/api/plans/draft?year=1', { school_id: 1, class_id: 1, ...more })
      const form = (name: string) => lookupId(test.db, 'classes', name)
      await decide({ decision: 'accept' })
      await decide({
        class_id: await form('Form 3'),
        decision: 'change',
        terms: [{ term_id: TERM_3, amount: 5_000, to_school: 4_000 }],
      })
      await decide({ class_id: await form('Form 4'), decision: 'skip' })
    },
    contains: { message: '2 plans saved.' },
    async after(test) {
      const plans = await test.db
        .selectFrom('plans')
        .innerJoin('classes', 'classes.id', 'class_id')
        .select(['class_name', 'term_id', 'amount', 'origin'])
        .orderBy('class_name')
        .orderBy('term_id')
        .execute()
      expect(plans).toMatchObject([
        { term_id: TERM_1, amount: 2_210_000, origin: 'proposed' },
        { term_id: TERM_2, origin: 'typed' },
        { term_id: TERM_3, origin: 'typed' },
        { class_name: 'Form 3', term_id: TERM_3, amount: 500_000, origin: 'typed' },
      ])
      const client = await test.signIn(cast.coordinator)
      expect(await client.get('/api/plans/draft?year=1')).toMatchObject({ body: { data: null } })
    },
  },
  {
    name: 'saves nothing before a decision',
    call: 'POST /api/plans/draft/save?year=1',
    conflict: planMessages.nothingDecided,
  },
  {
    name: 'cannot accept a row without figures',
    call: 'PUT /api/plans/draft?year=1',
    input: { school_id: 2, class_id: 1, decision: 'accept' },
    errors: { terms: [planMessages.figuresNeeded] },
  },
  {
    name: 'refuses a decision if somebody else decided meanwhile',
    call: 'PUT /api/plans/draft?year=1',
    async given(test) {
      await propose(test)
      const client = await test.signIn(cast.director)
      const decision = { school_id: 1, class_id: 1, seen: { decision: null, chosen: null } }
      await client.change('PUT', '/api/plans/draft?year=1', {
        ...decision,
        decision: 'change',
        terms: [{ term_id: TERM_1, amount: 5_000, to_school: 4_000 }],
      })
    },
    input: { school_id: 1, class_id: 1, decision: 'accept', seen: { decision: null, chosen: null } },
    conflict: planMessages.decidedMeanwhile,
    async after(test) {
      const client = await test.signIn(cast.coordinator)
      const decide = (amount: number, seen: number) =>
        client.change('PUT', '/api/plans/draft?year=1', {
          school_id: 1,
          class_id: 1,
          decision: 'change',
          terms: [{ term_id: TERM_1, amount, to_school: 4_000 }],
          seen: { decision: 'change', chosen: [{ term_id: TERM_1, amount: seen, to_school: 4_000 }] },
        })
      expect(await decide(6_000, 5_500)).toMatchObject({ status: 409 })
      expect(await decide(6_000, 5_000)).toMatchObject({ status: 200 })
    },
  },
  {
    name: 'refuses the same or a later year',
    call: 'POST /api/plans/draft?year=1',
    input: { from_year_id: YEAR },
    errors: { from_year_id: [planMessages.yearBefore] },
  },
  {
    name: 'can be discarded',
    call: 'DELETE /api/plans/draft?year=1',
    contains: { message: 'Draft discarded.' },
  },
])
