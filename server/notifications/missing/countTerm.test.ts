import { addReceipts, addReportCards, lookupId } from '../../testing/data/records.ts'
import { scenarios, scenariosWith } from '../../testing/scenarios.ts'
import { addStudents, many } from '../../testing/data/students.ts'
import type { TestApp } from '../../testing/testApp.ts'
import { cast } from '../../testing/data/users.ts'

const NEWEST = 'GET /api/notifications/newest'

/** One active student of each state, two of the coordinator's that wait, and one who has left. */
async function addTerm(test: TestApp): Promise<void> {
  const liaison_id = cast.coordinator.id
  const [sent = 0, verified = 0, returned = 0, waiting = 0, missing = 0, gone = 0] = await addStudents(
    test.db,
    [{}, {}, { liaison_id }, { liaison_id }, {}, { status: 1 }],
  )
  await addReportCards(test, [
    { student_id: sent, status: 2 },
    { student_id: verified, status: 2 },
    { student_id: returned, remark: 'The mark is another.' },
    { student_id: waiting, status: 1 },
    { student_id: missing, status: 1 },
    { student_id: gone, status: 1 },
  ])
  await addReceipts(test, [
    { student_id: sent, status: 2 },
    { student_id: verified, status: 1 },
    { student_id: verified, status: 2 },
    { student_id: returned, status: 2 },
    { student_id: waiting, status: 2 },
    { student_id: waiting },
  ])
  await lookupId(test.db, 'years', '2027')
}

scenariosWith(NEWEST, { as: 'director', call: NEWEST, given: addTerm }, [
  {
    name: 'counts each active student once, by the less advanced of report card and receipts',
    contains: {
      data: {
        year_name: '2026',
        term_name: 'Term 1',
        students: { missing: 1, unverified: 2, verified: 1, sent: 1 },
      },
    },
  },
  {
    name: 'counts a liaison officer’s own students only',
    as: 'liaison',
    contains: { data: { students: { missing: 1, unverified: 0, verified: 1, sent: 1 } } },
  },
  {
    name: 'takes the newest term with a record of either kind',
    async given(test) {
      const [faith = 0] = await addStudents(test.db, [{}])
      await addReportCards(test, [{ student_id: faith, term: 'Term 2' }])
      await addReceipts(test, [{ student_id: faith, term: 'Term 10' }])
    },
    contains: { data: { term_name: 'Term 10', students: { missing: 1, unverified: 0 } } },
  },
  { name: 'has no term before the first record', given: async () => {}, contains: { data: null } },
  {
    name: 'counts more students than one query reads',
    async given(test) {
      const ids = await addStudents(test.db, many(1_001))
      await addReportCards(test, [{ student_id: ids.at(-1) ?? 0 }])
      await addReceipts(test, [{ student_id: ids.at(-1) ?? 0 }])
    },
    contains: { data: { students: { missing: 1_000, unverified: 1 } } },
  },
])

scenarios(
  `${NEWEST} for the account that may send notifications`,
  [
    {
      name: 'counts all students, although it is a liaison officer',
      as: 'liaison',
      given: addTerm,
      call: NEWEST,
      contains: { data: { students: { missing: 1, unverified: 2, verified: 1, sent: 1 } } },
    },
  ],
  { NOTIFICATIONS_ADMIN: cast.liaison.email },
)
