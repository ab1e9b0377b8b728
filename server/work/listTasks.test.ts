import { addReceipts, addReportCards } from '../testing/data/records.ts'
import { giveConsent } from '../testing/data/consents.ts'
import { scenarios, scenariosWith } from '../testing/scenarios.ts'
import { addStudents, givePictures, withoutExam } from '../testing/data/students.ts'
import type { TestApp } from '../testing/testApp.ts'
import { cast } from '../testing/data/users.ts'

const PROFILE = 'GET /api/students/1?query=profile'

/** Faith has two returned records, a report card to verify, and lacks both records of the newest term. */
async function given(test: TestApp): Promise<void> {
  const [faith = 0, kevin = 0] = await addStudents(test.db, [
    { ...withoutExam, name: 'Faith Atieno', supporter_id: cast.supporter.id },
    { ...withoutExam, name: 'Kevin Otieno' },
  ])
  await givePictures(test, [faith])
  await giveConsent(test, faith)
  const { id: entered_by } = cast.liaison
  await addReportCards(test, [
    { student_id: faith, term: 'Term 1', remark: 'The mark is another.', entered_by },
    { student_id: faith, term: 'Term 2', entered_by: cast.coordinator.id },
    { student_id: kevin, term: 'Term 3' },
  ])
  await addReceipts(test, [
    { student_id: faith, term: 'Term 1', entered_by },
    { student_id: kevin, term: 'Term 3', status: 1 },
  ])
  const client = await test.signIn(cast.administrator)
  await client.change('POST', '/api/finance/1/return', { remark: 'The total differs.', version: 1 })
}

/** The same, but Faith is another officer's student. */
async function givenOfOther(test: TestApp): Promise<void> {
  await given(test)
  const other = test.db.updateTable('students').set({ liaison_id: cast.coordinator.id })
  await other.where('id', '=', 1).execute()
}

const mineOf = (...mine: boolean[]) => mine.map((is_mine) => ({ is_mine }))

const term = (term_name: string) => ({ year_name: '2026', term_name })
const correctReport = { of: 'report', state: 'returned', id: 1, time: term('Term 1'), total_cost: null }
const correctReceipt = { of: 'receipt', state: 'returned', id: 1, time: term('Term 1'), by: 'Amina Mwangi' }
const verifyReport = { of: 'report', state: 'unverified', id: 2, time: term('Term 2'), by: 'Catherine Njeri' }
const addReport = { of: 'report', state: 'missing', id: null, time: term('Term 3'), by: null }
const addReceipt = { of: 'receipt', state: 'missing', id: null, time: term('Term 3'), remark: null }

scenariosWith('what is to do for a student', { as: 'coordinator', call: PROFILE, given }, [
  {
    name: 'lists what to correct, to verify and to add, in this order',
    contains: { data: { todo: [correctReport, correctReceipt, verifyReport, addReport, addReceipt] } },
  },
  {
    name: 'lists returned records to every user who may edit them, and nothing to verify to others',
    as: 'liaison',
    contains: { data: { todo: [correctReport, correctReceipt, addReport, addReceipt] } },
    lacks: ['"unverified"'],
  },
  {
    name: 'asks a liaison officer to add what their own students lack',
    as: 'liaison',
    contains: { data: { todo: mineOf(true, true, true, true) } },
  },
  {
    name: 'asks a liaison officer to correct records of other officers’ students, not to add what those lack',
    as: 'liaison',
    given: givenOfOther,
    contains: { data: { todo: mineOf(true, true, false, false) } },
  },
  {
    name: 'asks users who see all students also to add what the students of others lack',
    as: 'director',
    given: givenOfOther,
    contains: { data: { todo: mineOf(true, true, true, true) } },
  },
  {
    name: 'says nothing of this to supporters',
    as: 'supporter',
    contains: { data: { name: 'Faith Atieno', todo: [] } },
    lacks: ['differs', 'another'],
  },
  {
    name: 'leaves only verifying when the student has left',
    async given(test) {
      await given(test)
      await test.db.updateTable('students').set({ status: 3 }).where('id', '=', 1).execute()
    },
    contains: { data: { todo: [verifyReport] } },
    lacks: ['"returned"', '"missing"'],
  },
  {
    name: 'lists the picture, the certificate, facts and the consent last',
    as: 'liaison',
    given: (test) => addStudents(test.db, [{ dob: null }]),
    contains: {
      data: {
        todo: [
          { of: 'picture', state: 'missing', time: null },
          { of: 'certificate', state: 'missing', time: null },
          { of: 'facts', state: 'missing', time: null },
          { of: 'consent', state: 'missing', until: null },
        ],
      },
    },
    lacks: ['"receipt"'],
  },
])

scenarios(
  'what is to do for a student, where users may not verify their own entries',
  [
    {
      name: 'leaves out what the user entered last',
      as: 'coordinator',
      given,
      call: PROFILE,
      contains: { data: { todo: [correctReport, correctReceipt, addReport, addReceipt] } },
      lacks: ['"unverified"'],
    },
  ],
  { VERIFY_OWN_ENTRIES: 'off' },
)
