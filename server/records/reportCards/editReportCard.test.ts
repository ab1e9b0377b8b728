import { expect } from 'vitest'
import {
  givenReportCards,
  givenVerified,
  reportCardFormData,
  saveReportCard,
  typedMarks,
} from '../../testing/data/reportCards.ts'
import { scenariosWith } from '../../testing/scenarios.ts'
import { pdf } from '../../testing/files/trialFiles.ts'
import { cast } from '../../testing/data/users.ts'
import { historyOf } from '../../testing/database/storedRows.ts'

const EDIT = `POST /api/reports/1?_method=PUT&query=''`
const [mathematics = {}, english = {}] = typedMarks

scenariosWith('editing a report card', { as: 'liaison', call: EDIT, input: reportCardFormData() }, [
  {
    name: 'becomes Unverified, and the history shows the changes',
    as: 'coordinator',
    given: givenVerified,
    input: reportCardFormData({
      term_id: '2',
      report: null,
      version: '2',
      marks: [
        { id: '2', ...english },
        { id: '1', ...mathematics, mark: '65', grade: 'B' },
      ],
    }),
    contains: {
      message: 'Report saved.',
      data: {
        term: 'Term 2',
        status: 0,
        version: 3,
        entered_by: 'Catherine Njeri',
        pathReport: '/api/files/1',
        marks: [
          { id: 2, subject_id: 2, mark: 72.5 },
          { id: 1, subject_id: 1, mark: 65 },
        ],
      },
    },
    async after(test) {
      const subject = await test.db.selectFrom('subjects').selectAll().where('id', '=', 1).executeTakeFirst()
      expect((await historyOf(test)).at(-1)).toEqual(
        expect.objectContaining({
          action: 'edited',
          user_id: cast.coordinator.id,
          changes: {
            term: ['Term 1', 'Term 2'],
            status: ['Verified', 'Unverified'],
            [subject?.subject_name ?? '']: ['61 B-', '65 B'],
            'Order of marks': ['English, Kiswahili', 'Kiswahili, English'],
          },
        }),
      )
    },
  },
  {
    name: 'records in the history that only the order of the marks changed',
    as: 'coordinator',
    given: givenReportCards,
    input: reportCardFormData({ report: null, version: '1', marks: [english, mathematics] }),
    contains: { data: { version: 2, marks: [{ subject_id: 2 }, { subject_id: 1 }] } },
    async after(test) {
      const { changes } = (await historyOf(test)).at(-1) ?? {}
      expect(changes).toEqual({ 'Order of marks': ['English, Kiswahili', 'Kiswahili, English'] })
    },
  },
  {
    name: 'swaps, adds and removes subjects',
    given: givenReportCards,
    input: reportCardFormData({
      report: pdf(900),
      marks: [
        { id: '1', subject_id: '2', mark: '50', grade: 'C' },
        { id: '2', subject_id: '3', mark: '40', grade: 'D+' },
      ],
    }),
    contains: {
      data: {
        marks: [
          { id: 2, subject_id: 2, mark: 50 },
          { subject_id: 3, mark: 40 },
        ],
      },
    },
    async after({ db }) {
      expect(await db.selectFrom('marks').select('id').where('report_id', '=', 1).execute()).toHaveLength(2)
      // The replaced file stays, for the history.
      expect(await db.selectFrom('files').select('id').execute()).toHaveLength(3)
    },
  },
  {
    name: 'does not change the marks of another report',
    given: givenReportCards,
    input: reportCardFormData({ marks: [{ id: '3', ...mathematics, mark: '1' }] }),
    contains: { data: { marks: [{ id: 1, mark: 1 }] } },
    async after({ db }) {
      const others = await db
        .selectFrom('marks')
        .select('mark')
        .where('report_id', '=', 2)
        .orderBy('id')
        .execute()
      expect(others).toEqual([{ mark: 610 }, { mark: 725 }])
    },
  },
  {
    name: 'refuses to move a report to another student',
    given: givenReportCards,
    input: reportCardFormData({ student_id: '2', term_id: '3' }),
    errors: { student_id: ['Student is not known'] },
  },
  {
    name: 'does not change the school of the time it was entered',
    async given(test) {
      await givenReportCards(test)
      await test.db.updateTable('students').set({ school_id: 2 }).execute()
    },
    input: reportCardFormData({ mark: '70' }),
    contains: { data: { school: 'Nyando Girls High School', mark: 70 } },
  },
  {
    name: 'refuses the term of another report',
    async given(test) {
      await givenReportCards(test)
      await saveReportCard(await test.signIn(cast.liaison), { term_id: '2' })
    },
    input: reportCardFormData({ term_id: '2' }),
    errors: { term_id: ['There is a report for this term already'] },
  },
  {
    name: 'refuses to overwrite changes that another user saved in the meantime',
    as: 'coordinator',
    async given(test) {
      await givenReportCards(test)
      const lydia = await test.signIn(cast.liaison)
      const edited = await lydia.call(EDIT, reportCardFormData({ mark: '70' }))
      expect(edited.status, edited.text).toBe(200)
    },
    input: reportCardFormData({ version: '1' }),
    status: 409,
    contains: {
      message: 'Lydia Chebet changed this while you were typing.',
      conflict: { version: 2, history: [{ action: 'edited', by: 'Lydia Chebet' }] },
    },
  },
  {
    name: 'refuses a student who is no longer active',
    as: 'administrator',
    async given(test) {
      await givenReportCards(test)
      await test.db.updateTable('students').set({ status: 3 }).execute()
    },
    conflict: 'Student is not Active',
  },
  { name: 'finds no other', status: 404 },
])
