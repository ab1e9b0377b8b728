import { expect, it } from 'vitest'
import type { Work } from '#contract/notifications.ts'
import type { Missing } from '#contract/records/steps.ts'
import { giveConsent } from '../testing/data/consents.ts'
import { addReceipts, addReportCards, lookupId } from '../testing/data/records.ts'
import { addStudents, givePictures, many, withoutExam } from '../testing/data/students.ts'
import { cast } from '../testing/data/users.ts'
import { scenarios, scenariosWith } from '../testing/scenarios.ts'
import { openWithCast, type TestApp } from '../testing/testApp.ts'

const WORK = 'GET /api/notifications/work'
const liaison = cast.liaison.id
const coordinator = cast.coordinator.id

/**
 * Of the liaison officer's students Faith has a report card to verify and lacks a receipt, Kevin has a returned report card,
 * and Mwende, who has left, another; Zawadi is the coordinator's and lacks both records; Amani, also theirs, waits for the
 * liaison officer only.
 */
async function addWork(test: TestApp): Promise<void> {
  const [faith = 0, kevin = 0, mwende = 0, zawadi = 0, amani = 0] = await addStudents(test.db, [
    { ...withoutExam, name: 'Faith Atieno' },
    { ...withoutExam, name: 'Kevin Otieno' },
    { ...withoutExam, name: 'Mwende Mutua', status: 1 },
    { ...withoutExam, name: 'Zawadi Njeri', liaison_id: coordinator },
    { ...withoutExam, name: 'Amani Wekesa', liaison_id: coordinator },
  ])
  await givePictures(test, [faith, kevin, zawadi, amani])
  for (const id of [faith, kevin, zawadi, amani]) await giveConsent(test, id)
  const term = 'Term 2'
  await addReportCards(test, [
    { student_id: faith, term, entered_by: liaison },
    { student_id: kevin, term, entered_by: liaison, remark: 'The mark is another.' },
    { student_id: mwende, term, entered_by: liaison, remark: 'She left' },
    { student_id: zawadi, term: 'Term 1', status: 1 },
    { student_id: amani, term, entered_by: liaison, remark: 'The page is cut off.' },
  ])
  await addReceipts(test, [
    { student_id: kevin, term, entered_by: coordinator },
    { student_id: kevin, term: 'Term 1', entered_by: coordinator, remark: 'The sum is another.' },
    { student_id: amani, term, status: 1 },
  ])
  await lookupId(test.db, 'years', '2027')
}

const faith = (step: string) => ({ student_id: 1, ref: 'EL-0001', step })
const kevin = (step: string) => ({ student_id: 2, ref: 'EL-0002', step })
const zawadi = (step: string) => ({ student_id: 4, ref: 'EL-0004', step })
const amani = (step: string) => ({ student_id: 5, ref: 'EL-0005', step })

scenariosWith(WORK, { as: 'liaison', call: WORK, given: addWork }, [
  {
    name: 'names each student of a liaison officer once, with the first step',
    contains: { data: { total: 3, rows: [faith('add_receipt'), kevin('correct'), amani('correct')] } },
  },
  {
    name: 'names for a coordinator also what waits to be verified, after what was returned to them',
    as: 'coordinator',
    contains: {
      data: {
        total: 3,
        rows: [faith('verify'), kevin('correct'), zawadi('add_report')],
        students: { correct: 1, verify: 1, complete: 1 },
      },
    },
  },
  {
    name: 'names for the administrator only what waits to be verified, and nobody else’s returned records',
    as: 'administrator',
    contains: { data: { total: 2, rows: [faith('verify'), kevin('verify')] } },
  },
  {
    name: 'names nothing to verify for the director',
    as: 'director',
    contains: { data: { total: 0, rows: [], students: { correct: 0, verify: 0, complete: 0 } } },
  },
  {
    name: 'uses the newest term with a report card and the newest with a receipt separately',
    async given(test) {
      const ids = await addStudents(test.db, [withoutExam, withoutExam])
      const [both = 0, none = 0] = ids
      await givePictures(test, ids)
      for (const id of ids) await giveConsent(test, id)
      await addReportCards(test, [
        { student_id: both, term: 'Term 2', status: 1 },
        { student_id: none, term: 'Term 1', status: 1 },
      ])
      await addReceipts(test, [{ student_id: both, term: 'Term 10', status: 1 }])
    },
    contains: { data: { total: 1, rows: [kevin('add_report')] } },
  },
  {
    name: 'needs no record before the first, and then pictures, certificates, facts and consents, in this order',
    async given(test) {
      const ids = await addStudents(test.db, [
        { ...withoutExam },
        { entry_exam: 'KCPE' },
        { ...withoutExam, ambition: null },
        { entry_exam: 'KJSEA', kcpe: null },
        { ...withoutExam, status: 3 },
      ])
      await givePictures(test, ids.slice(1))
    },
    contains: {
      data: {
        total: 4,
        rows: [faith('picture'), kevin('certificate'), { ref: 'EL-0003', step: 'facts' }, zawadi('consent')],
      },
    },
  },
  {
    name: 'counts all students, but names at most two hundred',
    given: (test) => addStudents(test.db, many(203)),
    after: async (_test, { body }) => {
      const { data } = body as { data: Work }
      expect([data.total, data.rows.length]).toEqual([203, 200])
      expect(data.students).toEqual({ correct: 0, verify: 0, complete: 203 })
    },
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
      contains: { data: { total: 3, rows: [faith('verify'), kevin('correct'), zawadi('add_report')] } },
    },
    {
      name: 'names it for the administrator',
      as: 'administrator',
      given: addWork,
      call: WORK,
      contains: { data: { rows: [faith('verify'), kevin('verify')] } },
    },
  ],
  { VERIFY_OWN_ENTRIES: 'off' },
)

it.for(['', 'off'])(
  'My work lists the students that the nav bar counts, with the same steps %s',
  async (own) => {
    const test = await openWithCast({ given: addWork, settings: own ? { VERIFY_OWN_ENTRIES: own } : {} })
    for (const user of [cast.administrator, cast.director, cast.coordinator, cast.liaison]) {
      const client = await test.signIn(user)
      const counted = (await client.get('/api/notifications/work')).body as { data: Work }
      const listed = (await client.get('/api/notifications/missing?mine=1')).body as { data: Missing[] }
      const mine = listed.data.filter(({ step }) => step !== null)
      expect(mine.map(({ student_id, ref, step }) => ({ student_id, ref, step }))).toEqual(counted.data.rows)
    }
  },
)
