import { FULL, giveConsent, spokenConsent } from '../testing/data/consents.ts'
import { scenariosWith } from '../testing/scenarios.ts'
import { addStudents, restrictRecords } from '../testing/data/students.ts'
import type { TestApp } from '../testing/testApp.ts'
import { cast } from '../testing/data/users.ts'

const WORK = 'GET /api/notifications/work'

/** One restricted record, a graduate of 2017, and of three families with a No two who answered within a year. */
async function given(test: TestApp): Promise<void> {
  const { db } = test
  await addStudents(db, [{}, { status: 3 }, { name: 'Long Ago' }, {}, {}, { status: 3 }])
  await restrictRecords(db, [1]).execute()
  const left = {
    entity: 'student',
    action: 'changed status',
    changes: JSON.stringify({ status: ['Active', 'Graduated'] }),
    user_id: cast.director.id,
  }
  await db
    .insertInto('history')
    .values([
      { ...left, entity_id: 2, at: '2017-07-14T22:00:00.000Z' },
      { ...left, entity_id: 6, at: '2025-07-14T22:00:00.000Z' },
    ])
    .execute()
  await db.updateTable('retention').set({ years: 7 }).execute()
  const officer = await test.signIn(cast.liaison)
  const answer = (student: number, given_on: string) =>
    officer.post(`/api/students/${student}/consents`, spokenConsent({ pictures: 'no' }, { given_on }))
  await answer(3, '2025-03-02')
  await answer(4, '2025-03-03')
  await answer(5, '2025-03-02')
  await answer(5, '2026-03-01')
  await db.deleteFrom('consent_states').execute()
  for (const student of [3, 4, 5]) await giveConsent(test, student, { ...FULL, pictures: '' })
}

scenariosWith(WORK, { as: 'director', call: WORK, given }, [
  {
    name: 'counts for the director the records to decide about again',
    contains: { data: { total: 0, others: 3, review: { retention: 1, refused: 1, restricted: 1 } } },
  },
  {
    name: 'counts none of them for coordinators',
    as: 'coordinator',
    contains: { data: { others: 0, review: { retention: 0, refused: 0, restricted: 0 } } },
  },
  {
    name: 'counts no graduate who waits to be anonymised',
    async given(test) {
      await given(test)
      const admin = await test.signIn(cast.administrator)
      await admin.post('/api/students/2/anonymise', { ref: 'EL-0002' })
    },
    contains: { data: { review: { retention: 0 } } },
  },
])

const REFUSED = 'GET /api/consents?query=list&state=refused_long'
scenariosWith(REFUSED, { as: 'director', call: REFUSED, given }, [
  {
    name: 'lists those who refused and have not answered for a year',
    contains: { data: [{ name: 'Long Ago' }], meta: { total: 1 } },
  },
])
