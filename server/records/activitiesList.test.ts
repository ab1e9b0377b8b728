import { giveDates } from '../testing/data/calendar.ts'
import { addReceipts, addReportCards, lookupId } from '../testing/data/records.ts'
import { scenarios, scenariosWith } from '../testing/scenarios.ts'
import { addStudents } from '../testing/data/students.ts'
import type { TestApp } from '../testing/testApp.ts'
import { cast } from '../testing/data/users.ts'

const { coordinator, director, liaison, supporter } = cast
const SENT = 2

/** In Term 3 Faith and Zawadi lack a report card; Mwende lacks everything since Term 2, but has left. */
async function addTerms(test: TestApp): Promise<void> {
  const [faith = 0, kevin = 0, mwende = 0, zawadi = 0] = await addStudents(test.db, [
    { name: 'Faith Atieno', supporter_id: supporter.id },
    { name: 'Kevin Otieno', liaison_id: director.id },
    { name: 'Mwende Mutua', status: 2 },
    { name: 'Zawadi Njeri' },
  ])
  // Of an earlier year, and a term and year without records.
  await addReportCards(test, [{ student_id: zawadi, year: '2025', term: 'Term 3', status: 1 }])
  await lookupId(test.db, 'terms', 'Term 4')
  await lookupId(test.db, 'years', '2027')
  await addReportCards(test, [
    { student_id: faith, term: 'Term 1', status: SENT },
    { student_id: faith, term: 'Term 2', status: 1 },
    { student_id: kevin, term: 'Term 3', entered_by: coordinator.id },
    { student_id: mwende, term: 'Term 1', status: SENT },
    { student_id: zawadi, term: 'Term 2', remark: 'The mark is another.' },
  ])
  await addReceipts(test, [
    { student_id: faith, term: 'Term 3', status: 1 },
    { student_id: faith, term: 'Term 3', entered_by: liaison.id },
    { student_id: faith, term: 'Term 3', entered_by: liaison.id },
    { student_id: kevin, term: 'Term 3', status: SENT },
    { student_id: kevin, term: 'Term 3', remark: 'The sum is another.' },
  ])
}

const one = (state: string) => ({ state, records: 1, in_state: 1 })
const names = (...wanted: string[]) => ({ data: wanted.map((name) => ({ name })) })
const LIST = 'GET /api/students?query=activities'
const TERMS = 'GET /api/students?query=terms'

scenariosWith(LIST, { as: 'liaison', given: addTerms, call: `${LIST}&of=report` }, [
  {
    name: 'shows the report cards of the newest year with each student',
    contains: {
      data: [
        { name: 'Faith Atieno', terms: [one('sent'), one('verified')] },
        { name: 'Kevin Otieno', terms: [one('unverified')] },
        { name: 'Mwende Mutua', terms: [one('sent')] },
        { name: 'Zawadi Njeri', terms: [one('returned')] },
      ],
      meta: { total: 4, whole: true },
    },
  },
  {
    name: 'shows the least advanced of several receipts',
    call: `${LIST}&of=receipt&page=1&size=2&sort=name`,
    contains: {
      data: [
        { name: 'Faith Atieno', terms: [{ state: 'unverified', records: 3, in_state: 2 }] },
        { name: 'Kevin Otieno', terms: [{ state: 'returned', records: 2, in_state: 1 }] },
      ],
      meta: { total: 4, whole: false },
    },
  },
  {
    name: 'shows a term with dates from the day it opens, although its year has no receipts yet',
    call: `${LIST}&of=receipt&only=lacking`,
    async given(test) {
      await addTerms(test)
      await giveDates(test.db, ['Term 1', '2027', '2026-03-02', '2026-04-02'])
    },
    contains: {
      data: ['Faith Atieno', 'Kevin Otieno', 'Zawadi Njeri'].map((name) => ({ name, terms: [] })),
    },
  },
  {
    name: 'has no terms for the gallery',
    call: LIST,
    contains: names('Faith Atieno', 'Kevin Otieno', 'Mwende Mutua', 'Zawadi Njeri'),
    lacks: ['terms'],
  },
  {
    name: 'finds the active students who lack a record of the newest term',
    call: `${LIST}&of=report&only=lacking`,
    contains: { ...names('Faith Atieno', 'Zawadi Njeri'), meta: { total: 2, whole: true } },
  },
  {
    name: 'searches, sorts and pages those',
    call: `${LIST}&of=report&only=lacking&search=a&sort=-name&page=2&size=1`,
    contains: { ...names('Faith Atieno'), meta: { total: 2, whole: false } },
  },
  {
    name: 'counts a returned record as one that the student has',
    call: `${LIST}&of=receipt&only=lacking`,
    contains: names('Zawadi Njeri'),
  },
  {
    name: 'finds those with a record to verify, each once',
    as: 'coordinator',
    call: `${LIST}&of=receipt&only=waiting`,
    contains: { ...names('Faith Atieno'), meta: { total: 1 } },
  },
  {
    name: 'refuses those to users who may not verify',
    call: `${LIST}&of=receipt&only=waiting`,
    status: 403,
  },
  {
    name: 'finds a liaison officer’s own students, and those of them who lack a record',
    as: 'director',
    call: `${LIST}&of=receipt&mine=1`,
    contains: { ...names('Kevin Otieno'), meta: { total: 1 } },
  },
  {
    name: 'combines the filters',
    as: 'director',
    call: `${LIST}&of=report&mine=1&only=lacking`,
    contains: { data: [], meta: { total: 0 } },
  },
  {
    name: 'ignores a filter by term before the first record',
    given: ({ db }) => addStudents(db, [{ name: 'Faith Atieno' }]),
    call: `${LIST}&of=report&only=lacking`,
    contains: { data: [{ name: 'Faith Atieno', terms: [] }] },
  },
  { name: 'refuses terms to a supporter', as: 'supporter', status: 403, lacks: ['Faith'] },
  {
    name: 'has no terms for a supporter, not even of a verified record',
    as: 'supporter',
    call: LIST,
    contains: names('Faith Atieno'),
    lacks: ['terms', 'Kevin'],
  },
  { name: 'refuses an unknown filter', call: `${LIST}&of=report&only=late`, status: 422 },
])

const year = {
  // A new database begins with this year.
  year_id: 1,
  year_name: '2026',
  terms: [{ term_name: 'Term 1' }, { term_name: 'Term 2' }, { term_name: 'Term 3' }],
}

scenariosWith(TERMS, { as: 'coordinator', given: addTerms, call: `${TERMS}&of=report` }, [
  {
    name: 'names the newest year’s terms up to the newest with records, and counts what each filter finds',
    contains: { data: { ...year, lacking: 2, waiting: 1, mine: 0 } },
    lacks: ['Term 4', '2027'],
  },
  {
    name: 'counts the students, not their receipts',
    call: `${TERMS}&of=receipt`,
    contains: { data: { ...year, lacking: 1, waiting: 1 } },
  },
  {
    name: 'counts a liaison officer’s own students, without what they may not verify',
    as: 'liaison',
    call: `${TERMS}&of=report&mine=1`,
    contains: { data: { lacking: 2, waiting: null, mine: 3 } },
  },
  { name: 'has none before the first record', given: undefined, contains: { data: null } },
  { name: 'is refused to a supporter', as: 'supporter', status: 403 },
])

scenarios(
  'where users may not verify their own entries',
  [
    {
      name: 'a user’s own records do not wait for that user',
      as: 'coordinator',
      given: addTerms,
      call: `${TERMS}&of=report`,
      contains: { data: { lacking: 2, waiting: 0 } },
    },
  ],
  { VERIFY_OWN_ENTRIES: 'off' },
)
