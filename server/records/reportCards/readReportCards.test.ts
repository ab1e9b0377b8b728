import { expect, it } from 'vitest'
import { addStudents } from '../../testing/data/students.ts'
import {
  givenChoices,
  givenReportCards,
  givenVerified,
  saveReportCard,
} from '../../testing/data/reportCards.ts'
import { scenarios, scenariosWith } from '../../testing/scenarios.ts'
import { openSignedIn, openWithCast, type TestApp } from '../../testing/testApp.ts'
import { cast } from '../../testing/data/users.ts'

const LIST = 'GET /api/reports?query=1'
const PROFILE = 'GET /api/reports/?query=profile&year=1&student=1'
const ANNUAL = 'GET /api/reports?query=academic-rep&year=1'

const staffNotes = { action_plan: 'More mathematics.', psychosocial: 'Well settled.' }

/** Adds reports of three terms of the first student: the last term was entered first, and one is at another school. */
async function givenYear(test: TestApp) {
  await givenVerified(test)
  const lydia = await test.signIn(cast.liaison)
  await saveReportCard(lydia, { term_id: '3', class_id: '2', mark: '48' })
  await test.db.updateTable('students').set({ school_id: 2 }).where('id', '=', 1).execute()
  await saveReportCard(lydia, { term_id: '2', mark: '55.5' })
}

scenariosWith('the report cards of a student', { as: 'liaison', call: LIST }, [
  {
    name: 'are all listed for staff, the newest term first, without their marks',
    given: givenYear,
    contains: {
      data: [
        { id: 3, term: 'Term 3', class: 'Form 2', status: 0, mark: 48 },
        { id: 4, term: 'Term 2', school: 'Moi Girls', mark: 55.5 },
        { id: 1, term: 'Term 1', school: 'Nyando Girls High School', status: 1, ...staffNotes },
      ],
    },
    lacks: ['"marks"', 'subject_name'],
  },
  {
    name: 'are listed for their supporter only if verified',
    as: 'supporter',
    given: givenYear,
    contains: { data: [{ id: 1, status: 1 }] },
    lacks: ['Term 2', 'Term 3'],
  },
  { name: 'need a student', call: 'GET /api/reports?query=99', status: 404 },
  {
    name: 'require a known query',
    call: 'GET /api/reports?query=x',
    errors: { query: ['Query is not known'] },
  },
])

scenariosWith('the year of a student', { as: 'liaison', call: PROFILE }, [
  {
    name: 'is returned in the order of the terms, with the marks',
    as: 'director',
    given: givenYear,
    contains: {
      data: [
        { term: 'Term 1', pathReport: '/api/files/1', marks: [{ subject_id: 1, mark: 61 }, { mark: 72.5 }] },
        { term: 'Term 2', marks: [{ grade: 'B-' }, { grade: 'A-' }] },
        { term: 'Term 3', ...staffNotes },
      ],
    },
  },
  {
    name: 'contains only verified reports for the supporter',
    as: 'supporter',
    given: givenYear,
    contains: { data: [{ term: 'Term 1' }] },
    lacks: ['Term 2', 'Term 3'],
  },
  {
    name: 'is empty without reports',
    given: givenReportCards,
    call: 'GET /api/reports/?query=profile&year=99&student=1',
    contains: { data: [] },
  },
  {
    name: 'requires a year and a student',
    call: 'GET /api/reports?query=profile&year=1',
    errors: { student: ['Student cannot be empty'] },
  },
])

scenarios('a report card to edit', [
  {
    name: 'has its marks and its version',
    as: 'liaison',
    given: givenReportCards,
    call: 'GET /api/reports/1?query=edit',
    contains: {
      data: { student_id: 1, teacher_comment: 'Works hard.', version: 1, marks: [{ id: 1 }, { id: 2 }] },
    },
  },
  { name: 'is there or not', as: 'liaison', call: 'GET /api/reports/99?query=edit', status: 404 },
])

scenariosWith('the annual academic report', { as: 'coordinator', call: ANNUAL }, [
  {
    name: 'has a column for each term, and a line for each school of the year',
    given: givenYear,
    contains: {
      terms: [{ term_name: 'Term 1' }, { term_name: 'Term 2' }, { term_name: 'Term 3' }],
      data: [
        { student: 'Brian Kiprono', class: 'Form 1', schools: [{ marks: [61.5, null, null] }] },
        {
          student: 'Faith Atieno Odhiambo',
          class: 'Form 2',
          schools: [
            { school: 'Nyando Girls High School', marks: [61.5, null, 48] },
            { school: 'Moi Girls', marks: [null, 55.5, null] },
          ],
        },
      ],
    },
    lacks: ['Grace'],
  },
  {
    name: 'has no mean if the mean grade is X or Y',
    async given(test) {
      await givenChoices(test)
      const lydia = await test.signIn(cast.liaison)
      await saveReportCard(lydia)
      await saveReportCard(lydia, { term_id: '2', grade: 'X', mark: '0' })
      await saveReportCard(lydia, { term_id: '3', grade: 'Y', mark: '40' })
    },
    contains: { data: [{ schools: [{ marks: [61.5, null, null] }] }] },
  },
  {
    name: 'requires a year',
    as: 'director',
    call: 'GET /api/reports?query=academic-rep',
    errors: { year: ['Year cannot be empty'] },
  },
])

it('never shows a supporter psychosocial notes and action plans, in any call', async () => {
  const { client: samuel } = await openSignedIn('supporter', { given: givenVerified })
  const statuses: Record<string, number> = {}
  for (const call of [
    LIST,
    PROFILE,
    ANNUAL,
    'GET /api/reports?query=waiting',
    'GET /api/reports/1?query=edit',
    'GET /api/reports/1?query=verify',
    'GET /api/students?query=list',
    'GET /api/students?query=activities',
    'GET /api/students/1?query=profile&type=academics',
    'GET /api/students/1?query=edit',
    'GET /api/students/1?query=history',
    'GET /api/drafts/report-edit-1',
  ]) {
    const { status, text } = await samuel.call(call)
    statuses[call] = status
    for (const secret of Object.entries(staffNotes).flat()) expect(text, call).not.toContain(secret)
  }
  expect(statuses).toMatchObject({ [LIST]: 200, [PROFILE]: 200 })
})

it('reads the annual report of more students than one query reads', async () => {
  const test = await openWithCast({ given: givenReportCards })
  const name = (index: number) => `Student ${String(index).padStart(4, '0')}`
  const ids = await addStudents(
    test.db,
    Array.from({ length: 1100 }, (_, index) => ({ name: name(index), school_id: 1 })),
  )
  const report = await test.db.selectFrom('reports').selectAll().where('id', '=', 1).executeTakeFirstOrThrow()
  const { id: _id, ...row } = report
  const last = ids.at(-1) ?? 0
  for (const [student_id, mark] of [
    [ids[499] ?? 0, 10],
    [ids[500] ?? 0, 20],
    [last, 1000],
  ] as const)
    await test.db
      .insertInto('reports')
      .values({ ...row, student_id, mark })
      .execute()
  const director = await test.signIn(cast.director)
  const { body } = await director.get('/api/reports?query=academic-rep&year=1')
  const { data } = body as { data: { student: string; schools: { marks: unknown[] }[] }[] }
  expect(data.map(({ student, schools }) => [student, schools[0]?.marks[0]])).toEqual([
    ['Brian Kiprono', 61.5],
    ['Faith Atieno Odhiambo', 61.5],
    [name(499), 1],
    [name(500), 2],
    [name(1099), 100],
  ])
})

it('names the years of a student that the viewer may see report cards of', async () => {
  const test = await openWithCast({ given: givenVerified })
  const year = await test.db.selectFrom('years').select(['id', 'year_name']).executeTakeFirstOrThrow()
  await test.db.insertInto('years').values({ year_name: '2019', folded: '2019' }).execute()
  await saveReportCard(await test.signIn(cast.liaison), { year_id: '2' })
  for (const [name, years] of [
    ['liaison', [year, { id: 2, year_name: '2019' }]],
    ['supporter', [year]],
  ] as const) {
    const { body } = await (await test.signIn(cast[name])).get('/api/students/1?query=profile&type=academics')
    expect((body as { data: { annual_rep: unknown } }).data.annual_rep).toEqual(years)
  }
})
