import { describe, expect, it } from 'vitest'
import { startTogether } from '../../testing/database/startTogether.ts'
import {
  filledReportCard,
  givenChoices,
  givenReportCards,
  reportCardFormData,
  typedMarks,
} from '../../testing/data/reportCards.ts'
import { scenariosWith } from '../../testing/scenarios.ts'
import { openSignedIn, openWithCast } from '../../testing/testApp.ts'
import { cast } from '../../testing/data/users.ts'
import { historyOf } from '../../testing/database/storedRows.ts'

const ADD = `POST /api/reports?query=''`
const MARK_WRONG = 'Mark must be a number from 0 to 100, with one decimal at most'

/** The message of each field that is left empty. */
const empty = {
  student_id: 'Student cannot be empty',
  year_id: 'Year cannot be empty',
  term_id: 'Term cannot be empty',
  class_id: 'Class cannot be empty',
  grade: 'Mean Grade cannot be empty',
  mark: 'Mean Score cannot be empty',
  teacher_comment: 'Teacher Comment cannot be empty',
  liaison_comment: 'Liaison Comment cannot be empty',
  action_plan: 'Action Plan cannot be empty',
  psychosocial: 'Psychosocial cannot be empty',
  report: 'Please Select Student Report Card for upload',
  marks: 'Marks are Required',
}
const nothing = Object.fromEntries(Object.keys(filledReportCard).map((field) => [field, null]))

const [mathematics = {}, english = {}] = typedMarks

const wrong: [what: string, changes: Parameters<typeof reportCardFormData>[0], errors: object][] = [
  ['a student who is not there', { student_id: '99' }, { student_id: ['Student is not known'] }],
  [
    'a year, term and class that are not there',
    { year_id: '99', term_id: '99', class_id: '99' },
    {
      year_id: ['Year is not known'],
      term_id: ['Term is not known'],
      class_id: ['Class is not known'],
    },
  ],
  [
    'a subject that is not there',
    { marks: [mathematics, { ...english, subject_id: '99' }] },
    { 'marks.1.subject_id': ['Subject is not known'] },
  ],
  [
    'a subject twice',
    { marks: [mathematics, mathematics] },
    { 'marks.1.subject_id': ['Subject is already listed'] },
  ],
  [
    'an empty row',
    { marks: [mathematics, { subject_id: '', mark: '', grade: '' }] },
    { 'marks.1.subject_id': ['Subject Name cannot be empty'], 'marks.1.grade': ['Grade cannot be empty'] },
  ],
  ['no mark', { marks: [{ ...mathematics, mark: '' }] }, { 'marks.0.mark': ['Mark cannot be empty'] }],
  ...['100.1', '-1', '61.55', 'x'].map((mark): [string, object, object] => [
    `the mark ${mark}`,
    { marks: [{ ...mathematics, mark }] },
    { 'marks.0.mark': [MARK_WRONG] },
  ]),
  [
    'a mean score above 100',
    { mark: '101' },
    { mark: ['Mean Score must be a number from 0 to 100, with one decimal at most'] },
  ],
  ['a grade of its own', { grade: 'F' }, { grade: ['Grade is not valid'] }],
  [
    '201 rows',
    { marks: Array.from({ length: 201 }, () => mathematics) },
    { marks: ['Marks may not be more than 30'] },
  ],
  [
    'a file that is no PDF, and every wrong field with it',
    { report: Buffer.from('%PDX'), grade: '', marks: [{ ...mathematics, mark: '' }] },
    {
      report: ['Only PDF Allowed'],
      grade: ['Mean Grade cannot be empty'],
      'marks.0.mark': ['Mark cannot be empty'],
    },
  ],
  ['a file that is no PDF', { report: Buffer.from('%PDX') }, { report: ['Only PDF Allowed'] }],
]

scenariosWith(
  'adding a report card',
  { as: 'liaison', call: ADD, given: givenChoices, input: reportCardFormData() },
  [
    {
      name: 'saves report, marks and PDF, and returns them',
      contains: {
        message: 'Report saved.',
        data: {
          id: 1,
          term: 'Term 1',
          class: 'Form 1',
          school: 'Nyando Girls High School',
          status: 0,
          remark: null,
          entered_by: 'Lydia Chebet',
          version: 1,
          grade: 'B',
          mark: 61.5,
          action_plan: 'More mathematics.',
          liaison_comment: 'Likes her school.',
          pathReport: '/api/files/1',
          marks: [
            { id: 1, subject_id: 1, mark: 61, grade: 'B-' },
            { id: 2, subject_id: 2, mark: 72.5, grade: 'A-' },
          ],
        },
      },
      lacks: ['file_id', 'first_name'],
      async after(test) {
        const subject = await test.db
          .selectFrom('subjects')
          .selectAll()
          .where('id', '=', 1)
          .executeTakeFirst()
        expect(await historyOf(test)).toMatchObject([
          {
            entity: 'report',
            action: 'added',
            user_id: cast.liaison.id,
            changes: {
              student: [null, 'EL-0001'],
              term: [null, 'Term 1'],
              mark: [null, 61.5],
              [subject?.subject_name ?? '']: [null, '61 B-'],
            },
          },
        ])
      },
    },
    ...['X', 'Y'].map((grade) => ({
      name: `saves a mark of ${grade} as 0, even if another is sent`,
      input: reportCardFormData({ marks: [{ ...mathematics, grade }] }),
      contains: { data: { marks: [{ grade, mark: 0 }] } },
    })),
    {
      name: 'takes marks and a mean score that begin or end with the decimal point, as costs do',
      input: reportCardFormData({ mark: '61.', marks: [{ ...mathematics, mark: '.5' }] }),
      contains: { data: { mark: 61, marks: [{ mark: 0.5 }] } },
    },
    ...['X', 'Y'].map((grade) => ({
      name: `saves a mean score of ${grade} as 0, even if another is sent`,
      input: reportCardFormData({ grade, mark: '70' }),
      contains: { data: { grade, mark: 0 } },
    })),
    {
      name: 'ignores fields that a caller may not set',
      as: 'administrator',
      input: reportCardFormData({ status: '1', version: '9' }),
      contains: { data: { status: 0, version: 1 } },
    },
    {
      name: 'reports all missing fields at once',
      input: reportCardFormData({ ...nothing, report: null, marks: [] }),
      errors: Object.fromEntries(Object.entries(empty).map(([field, message]) => [field, [message]])),
    },
    {
      name: 'accepts JSON too, and then reports the missing PDF',
      input: { ...filledReportCard, marks: typedMarks },
      errors: { report: [empty.report] },
    },
    ...wrong.map(([what, changes, errors]) => ({
      name: `refuses ${what}`,
      input: reportCardFormData(changes),
      errors,
    })),
    {
      name: 'refuses a second report of a term',
      given: givenReportCards,
      errors: { term_id: ['There is a report for this term already'] },
    },
    {
      name: 'refuses a student who is not active',
      as: 'administrator',
      input: reportCardFormData({ student_id: '3' }),
      conflict: 'Student is not Active',
    },
  ],
)

describe('report cards saved at the same moment', () => {
  it('are saved once per term: the other is refused and stores nothing', async () => {
    const test = await openWithCast({ given: givenChoices })
    const [lydia, catherine] = [await test.signIn(cast.liaison), await test.signIn(cast.coordinator)]
    const student = (trx: typeof test.db) =>
      trx.updateTable('students').set({ version: 1 }).where('id', '=', 1).execute()
    const answers = await startTogether(
      test,
      student,
      [lydia, catherine].map((client) => () => client.call(ADD, reportCardFormData())),
    )
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422])
    expect(answers.find(({ status }) => status === 422)?.body).toMatchObject({
      errors: { term_id: ['There is a report for this term already'] },
    })
    expect(await test.db.selectFrom('reports').select('id').execute()).toHaveLength(1)
    expect(await test.db.selectFrom('marks').select('id').execute()).toHaveLength(2)
    expect(await test.db.selectFrom('files').select('id').execute()).toHaveLength(1)
    expect(await test.db.selectFrom('unowned_bytes').selectAll().execute()).toEqual([])
  })

  it('are saved once if the same request is sent twice', async () => {
    const { test, client } = await openSignedIn('liaison', { given: givenChoices })
    const send = () =>
      client.post('/api/reports?query=', reportCardFormData(), { headers: { 'idempotency-key': 'one-form' } })
    const [first, second] = await Promise.all([send(), send()])
    expect(first.status, first.text).toBe(200)
    expect(second.body).toEqual(first.body)
    expect(await test.db.selectFrom('reports').select('id').execute()).toHaveLength(1)
  })
})
