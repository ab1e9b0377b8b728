import type { KyselyPlugin } from 'kysely'
import { expect, it } from 'vitest'
import { addReceipts, addReportCards, lookupId } from '../../testing/data/records.ts'
import { scenarios, scenariosWith } from '../../testing/scenarios.ts'
import { addStudents, givePictures, withoutExam } from '../../testing/data/students.ts'
import { openWithCast, type TestApp } from '../../testing/testApp.ts'
import { cast } from '../../testing/data/users.ts'
import { countWork } from './countWork.ts'

const WORK = 'GET /api/notifications/work'
const liaison = cast.liaison.id
const coordinator = cast.coordinator.id

/**
 * Of the liaison officer's students Faith lacks a receipt and a picture, Kevin has a returned report card, and Mwende,
 * who has left, counts nowhere. Zawadi is the coordinator's: she lacks everything of Term 2.
 */
async function addWork(test: TestApp): Promise<void> {
  const [faith = 0, kevin = 0, mwende = 0, zawadi = 0] = await addStudents(test.db, [
    { ...withoutExam, name: 'Faith Atieno' },
    { ...withoutExam, name: 'Kevin Otieno' },
    { ...withoutExam, name: 'Mwende Mutua', status: 1 },
    { ...withoutExam, name: 'Zawadi Njeri', liaison_id: coordinator },
  ])
  await givePictures(test, [kevin, zawadi])
  const term = 'Term 2'
  await addReportCards(test, [
    { student_id: faith, term, entered_by: liaison, updated_at: '2026-05-06T06:00:00.000Z' },
    { student_id: kevin, term, entered_by: liaison, remark: 'The mark is another.' },
    { student_id: mwende, term, entered_by: liaison, remark: 'She left' },
    { student_id: zawadi, term: 'Term 1', status: 1 },
  ])
  await addReceipts(test, [
    { student_id: kevin, term, entered_by: coordinator, updated_at: '2026-05-05T06:00:00.000Z' },
    { student_id: kevin, term, entered_by: coordinator, remark: 'The sum is another.' },
    { student_id: kevin, term, status: 1 },
  ])
  await lookupId(test.db, 'years', '2027')
}

const term2 = { year_name: '2026', term_name: 'Term 2' }

scenariosWith(WORK, { as: 'liaison', call: WORK, given: addWork }, [
  {
    name: 'counts for a liaison officer what was returned to them and what their students lack',
    contains: {
      data: {
        total: 3,
        reports: 0,
        receipts: 0,
        returned: 1,
        missing: 2,
        students: { waiting: 0, returned: 1, missing: 1 },
        terms: { report: term2, receipt: term2 },
      },
    },
  },
  {
    name: 'counts for a coordinator also what waits to be verified',
    as: 'coordinator',
    contains: {
      data: {
        total: 5,
        reports: 1,
        receipts: 1,
        returned: 1,
        missing: 2,
        students: { waiting: 2, returned: 1, missing: 1 },
      },
    },
  },
  {
    name: 'counts nothing to verify for the director',
    as: 'director',
    contains: { data: { total: 0, reports: 0, receipts: 0, returned: 0, missing: 0 } },
  },
  {
    name: 'uses the newest term with a report card and the newest with a receipt separately',
    async given(test) {
      const [faith = 0] = await addStudents(test.db, [withoutExam])
      await addReportCards(test, [{ student_id: faith, term: 'Term 2', status: 1 }])
      await addReceipts(test, [{ student_id: faith, term: 'Term 10', status: 1 }])
    },
    contains: { data: { total: 1, missing: 1, terms: { report: term2, receipt: { term_name: 'Term 10' } } } },
  },
  {
    name: 'counts only pictures before there is any record',
    given: (test) => addStudents(test.db, [withoutExam]),
    contains: { data: { total: 1, missing: 1, terms: { report: null, receipt: null } } },
  },
  {
    name: 'counts missing KCPE certificates, but not for other exams or students who have left',
    given: async (test) =>
      givePictures(
        test,
        await addStudents(test.db, [
          { entry_exam: 'KCPE' },
          { entry_exam: 'KJSEA', kcpe: null },
          withoutExam,
          { entry_exam: 'KCPE', status: 3 },
          { entry_exam: 'KCPE', liaison_id: coordinator },
        ]),
      ),
    contains: { data: { total: 1, missing: 1 } },
  },
])

scenarios(
  `${WORK} if users may not verify their own entries`,
  [
    {
      name: 'leaves out what the coordinator entered last',
      as: 'coordinator',
      given: addWork,
      call: WORK,
      contains: { data: { total: 4, reports: 1, receipts: 0 } },
    },
  ],
  { VERIFY_OWN_ENTRIES: 'off' },
)

it('asks the database once for the newest terms and once for all counts, however much waits', async () => {
  const test = await openWithCast({ given: addWork })
  let asked = 0
  const counting: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult({ result }) {
      asked += 1
      return Promise.resolve(result)
    },
  }
  const { id, role_id: role } = cast.coordinator
  const viewer = { id, name: 'Catherine Njeri', role, notifications_admin: false, today: '2026-03-02' }
  const work = await countWork({ db: test.db.withPlugin(counting), config: test.services.config }, viewer)
  expect([work.total, asked]).toEqual([5, 2])
})
