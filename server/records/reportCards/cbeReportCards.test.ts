import { describe, expect, it } from 'vitest'
import { lockRow } from '../../database/lockRow.ts'
import { startTogether } from '../../testing/database/startTogether.ts'
import { lookupId } from '../../testing/data/records.ts'
import { givenChoices, reportCardFormData, saveReportCard } from '../../testing/data/reportCards.ts'
import { scenariosWith } from '../../testing/scenarios.ts'
import { historyOf } from '../../testing/database/storedRows.ts'
import { openSignedIn, openWithCast, type TestApp } from '../../testing/testApp.ts'
import { cast } from '../../testing/data/users.ts'

const ADD = `POST /api/reports?query=''`
/** A new database has it as the first class after the four Forms. */
const GRADE_10 = '5'
const subjects = [
  'English',
  'Kiswahili',
  'Community Service Learning',
  'Core Mathematics',
  'Biology',
  'Chemistry',
  'Physics',
]
const levels = ['ME1', 'EE2', 'ME1', 'AE1', 'ME2', 'AE2', 'X']

type Changes = NonNullable<Parameters<typeof reportCardFormData>[0]>
const noMean = { class_id: GRADE_10, grade: null, mark: null }
const inGrade10 = (changes: Changes & { overall_level?: string } = {}) =>
  reportCardFormData({ ...noMean, marks: [{ subject_id: '1', grade: 'ME1' }], ...changes })

/** Seven levels, two of them with a mark. */
async function sevenLevels({ db }: TestApp) {
  const marks = []
  for (const [index, subject] of subjects.entries())
    marks.push({
      subject_id: String(await lookupId(db, 'subjects', subject)),
      grade: levels[index] ?? '',
      ...(index === 1 && { mark: '78' }),
      ...(index === 3 && { mark: '' }),
    })
  return marks
}

const wrong: [what: string, changes: Changes & { overall_level?: string }, errors: object][] = [
  ['a mean grade', { grade: 'B' }, { grade: ['A CBE report has no mean'] }],
  ['a mean score', { mark: '0' }, { mark: ['A CBE report has no mean'] }],
  [
    'a grade of 8-4-4',
    {
      marks: [
        { subject_id: '1', grade: 'ME1' },
        { subject_id: '2', grade: 'B+', mark: '71' },
      ],
    },
    { 'marks.1.grade': ['Grade is not valid'] },
  ],
  [
    'a row without a level',
    { marks: [{ subject_id: '1', mark: '71' }] },
    { 'marks.0.grade': ['Level cannot be empty'] },
  ],
  [
    'a mark that is none',
    { marks: [{ subject_id: '1', grade: 'EE1', mark: '101' }] },
    { 'marks.0.mark': ['Mark must be a number from 0 to 100, with one decimal at most'] },
  ],
  [
    'an overall level that is none',
    { overall_level: 'X' },
    { overall_level: ['Overall Level is not valid'] },
  ],
  ['no subjects', { marks: [] }, { marks: ['Marks are Required'] }],
]

scenariosWith(`${ADD}, in Grade 10`, { as: 'liaison', call: ADD, given: givenChoices }, [
  ...wrong.map(([what, changes, errors]) => ({
    name: `refuses ${what}`,
    input: inGrade10(changes),
    errors,
  })),
  {
    name: 'accepts levels without marks, and returns them without a mean',
    input: inGrade10({
      overall_level: 'ME2',
      marks: [
        { subject_id: '1', grade: 'ME1' },
        { subject_id: '2', grade: 'EE2', mark: '78.5' },
        { subject_id: '4', grade: 'X', mark: '30' },
      ],
    }),
    contains: {
      data: {
        curriculum: 'CBE',
        class: 'Grade 10',
        grade: null,
        mark: null,
        overall_level: 'ME2',
        marks: [
          { subject_name: 'English', grade: 'ME1', mark: null },
          { subject_name: 'Kiswahili', grade: 'EE2', mark: 78.5 },
          { subject_name: 'Biology', grade: 'X', mark: 0 },
        ],
      },
    },
    async after(test) {
      const [added] = await historyOf(test)
      expect(added?.changes).toMatchObject({
        class: [null, 'Grade 10'],
        overall_level: [null, 'ME2'],
        English: [null, 'ME1'],
        Kiswahili: [null, '78.5 EE2'],
      })
      expect(Object.keys(Object(added?.changes))).not.toContain('mark')
    },
  },
])

scenariosWith(`${ADD}, in Form 4`, { as: 'liaison', call: ADD, given: givenChoices }, [
  {
    name: 'refuses a level of CBE under its row',
    input: reportCardFormData({
      class_id: '4',
      marks: [
        { subject_id: '1', mark: '61', grade: 'B-' },
        { subject_id: '2', mark: '22', grade: 'BE1' },
      ],
    }),
    errors: { 'marks.1.grade': ['Grade is not valid'] },
  },
  {
    name: 'requires a mean and marks',
    input: reportCardFormData({ ...noMean, class_id: '4', marks: [{ subject_id: '1', grade: 'B' }] }),
    errors: {
      grade: ['Mean Grade cannot be empty'],
      mark: ['Mean Score cannot be empty'],
      'marks.0.mark': ['Mark cannot be empty'],
    },
  },
  {
    name: 'ignores an overall level and returns the curriculum 8-4-4',
    input: (() => {
      const form = reportCardFormData()
      form.append('overall_level', 'ME2')
      return form
    })(),
    contains: { data: { curriculum: '8-4-4', grade: 'B', mark: 61.5, overall_level: null } },
  },
])

describe('a report card of Grade 10', () => {
  it('is saved, verified, sent and read by its supporter, with seven levels and no mean', async () => {
    const test = await openWithCast({ given: givenChoices })
    const marks = await sevenLevels(test)
    const lydia = await test.signIn(cast.liaison)
    await saveReportCard(lydia, { ...noMean, marks })
    const amina = await test.signIn(cast.administrator)
    expect((await amina.verify('/api/reports/1')).status).toBe(200)

    const supporter = await test.signIn(cast.supporter)
    const year = await supporter.get('/api/reports?query=profile&year=1&student=1')
    const rows = subjects.map((subject_name, index) => ({
      subject_name,
      grade: levels[index],
      mark: index === 1 ? 78 : levels[index] === 'X' ? 0 : null,
    }))
    expect(year.body).toMatchObject({
      data: [{ curriculum: 'CBE', grade: null, mark: null, overall_level: null, marks: rows }],
    })
    expect(await supporter.get('/api/reports?query=1')).toMatchObject({
      body: { data: [{ curriculum: 'CBE', class: 'Grade 10', mark: null }] },
    })

    const time = { year_id: 1, term_id: 1 }
    const letter = await amina.get(
      `/api/notifications/letter?year_id=1&term_id=1&supporter_id=${cast.supporter.id}`,
    )
    const { text, html } = (letter.body as { data: { text: string; html: string } }).data
    for (const words of [
      'English: ME1',
      'Core Mathematics: AE1',
      'Physics: X',
      'Exceeding (EE), Meeting (ME)',
    ])
      expect(text).toContain(words)
    expect(html).toContain('Community Service Learning')
    expect(text).not.toMatch(/mean|overall|null/i)
    expect((await amina.post('/api/notifications', time)).status).toBe(200)
    expect((await supporter.get('/api/reports?query=1')).body).toMatchObject({ data: [{ status: 2 }] })
  })

  it('is listed in the annual report with its overall level, or with the number of subjects at each level', async () => {
    const { test, client: lydia } = await openSignedIn('liaison', { given: givenChoices })
    await saveReportCard(lydia, { ...noMean, marks: await sevenLevels(test) })
    const said = await lydia.post(ADD.slice(5), inGrade10({ term_id: '3', overall_level: 'ME2' }))
    expect(said.status, said.text).toBe(200)
    await saveReportCard(lydia, { student_id: '2', term_id: '2' })
    const { body } = await (await test.signIn(cast.director)).get('/api/reports?query=academic-rep&year=1')
    expect((body as { data: { student_id: number; schools: object[] }[] }).data).toMatchObject([
      {
        student_id: 2,
        class: 'Form 1',
        schools: [{ school: 'Nyando Girls High School', marks: [null, 61.5, null] }],
      },
      {
        student_id: 1,
        class: 'Grade 10',
        schools: [
          { marks: [null, null, null], levels: ['1 EE2, 2 ME1, 1 ME2, 1 AE1, 1 AE2, 1 X', null, 'ME2'] },
        ],
      },
    ])
  })

  it('changes to 8-4-4 with its class, and back, by the rules of each', async () => {
    const { test, client: lydia } = await openSignedIn('liaison', { given: givenChoices })
    await saveReportCard(lydia)
    const PUT = '/api/reports/1?_method=PUT&query='
    expect(await lydia.post(PUT, reportCardFormData({ class_id: GRADE_10 }))).toMatchObject({
      status: 422,
      body: { errors: { grade: ['A CBE report has no mean'], 'marks.0.grade': ['Grade is not valid'] } },
    })
    expect((await lydia.post(PUT, inGrade10({ overall_level: 'EE1' }))).body).toMatchObject({
      data: { curriculum: 'CBE', grade: null, mark: null, overall_level: 'EE1', marks: [{ mark: null }] },
    })
    expect((await lydia.post(PUT, reportCardFormData())).body).toMatchObject({
      data: { curriculum: '8-4-4', grade: 'B', mark: 61.5, overall_level: null, class: 'Form 1' },
    })
    const { changes } = (await historyOf(test)).at(-1) ?? {}
    expect(changes).toMatchObject({ grade: [null, 'B'], mark: [null, 61.5], overall_level: ['EE1', null] })
  })

  it('lists all years of a child who changes the curriculum or repeats a class, without comparing their results', async () => {
    const test = await openWithCast({ given: givenChoices })
    const years = [await lookupId(test.db, 'years', '2024'), await lookupId(test.db, 'years', '2025'), 1]
    const lydia = await test.signIn(cast.liaison)
    const [first, again, now] = years.map(String)
    await saveReportCard(lydia, { year_id: first ?? '', class_id: '2' })
    await saveReportCard(lydia, { year_id: again ?? '', class_id: '2', grade: 'X', mark: '0' })
    await lydia.post(ADD.slice(5), inGrade10({ year_id: now ?? '', overall_level: 'AE1' }))
    const { body } = await lydia.get('/api/reports?query=1')
    expect((body as { data: object[] }).data).toMatchObject([
      { year: '2026', class: 'Grade 10', curriculum: 'CBE', mark: null, overall_level: 'AE1' },
      { year: '2025', class: 'Form 2', curriculum: '8-4-4', grade: 'X', mark: 0 },
      { year: '2024', class: 'Form 2', curriculum: '8-4-4', grade: 'B', mark: 61.5 },
    ])
    const profile = await lydia.get('/api/students/1?query=profile')
    expect((profile.body as { data: { annual_rep: object[] } }).data.annual_rep).toHaveLength(3)

    // Means and levels cannot be compared.
    await test.db.updateTable('reports').set({ status: 1 }).execute()
    const amina = await test.signIn(cast.administrator)
    const textOf = async (year_id: number | undefined) => {
      const asked = `year_id=${year_id}&term_id=1&supporter_id=${cast.supporter.id}`
      const { body: letter } = await amina.get(`/api/notifications/letter?${asked}`)
      return (letter as { data: { text: string } }).data.text
    }
    expect(await textOf(years[2])).toContain('English: ME1\nOverall level: AE1\nTeacher')
    expect(await textOf(years[1])).toContain('Mean grade and score: X\nTerm 1 2024: B (61.5)\nTeacher')
    expect(await textOf(years[1])).not.toContain('Expectations')
  })

  it('never has a class of another curriculum when both are saved at the same moment', async () => {
    const { test, client: lydia } = await openSignedIn('liaison', { given: givenChoices })
    const amina = await test.signIn(cast.administrator)
    const answers = await startTogether(test, (trx) => lockRow(trx, 'classes', 4), [
      () => lydia.post(ADD.slice(5), reportCardFormData({ class_id: '4' })),
      () => amina.change('PUT', '/api/classes/4', { curriculum: 'CBE' }),
    ])
    const [first, second] = answers.map(({ status }) => status).toSorted((a, b) => a - b)
    // The second is refused: as a conflict, or by the rules of the new curriculum.
    expect(first).toBe(200)
    expect([409, 422]).toContain(second)
    const rows = await test.db
      .selectFrom('reports')
      .innerJoin('classes', 'classes.id', 'class_id')
      .select(['reports.curriculum', 'classes.curriculum as of_class'])
      .execute()
    for (const { curriculum, of_class } of rows) expect(curriculum).toBe(of_class)
  })
})
