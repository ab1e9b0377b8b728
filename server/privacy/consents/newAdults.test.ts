import { spokenConsent } from '../../testing/data/consents.ts'
import { scenariosWith } from '../../testing/scenarios.ts'
import { addStudents } from '../../testing/data/students.ts'
import type { TestApp } from '../../testing/testApp.ts'
import { cast } from '../../testing/data/users.ts'

const LIST = 'GET /api/consents?query=adults'

/** Today is 2 Mar 2026. */
async function given(test: TestApp): Promise<void> {
  await addStudents(test.db, [
    { name: 'First Day', dob: '2008-01-01' },
    { name: 'Before It', dob: '2007-12-31' },
    { name: 'Last Day', dob: '2008-05-01' },
    { name: 'After It', dob: '2008-05-02' },
    { name: 'Has Left', dob: '2008-03-01', status: 2 },
    { name: 'Of Another', dob: '2008-03-01', liaison_id: cast.coordinator.id },
    { name: 'Has Consented', dob: '2008-03-01' },
    { name: 'Mother Consented', dob: '2008-03-05' },
  ])
  const officer = await test.signIn(cast.liaison)
  const consent = (student: number, more: object) =>
    officer.post(`/api/students/${student}/consents`, spokenConsent({ pictures: 'yes' }, more))
  await consent(7, { given_by: 'student', name: 'Has Consented' })
  await consent(8, {})
}

scenariosWith(LIST, { as: 'liaison', call: LIST, given }, [
  {
    name: 'lists the caller’s own students who come of age, the oldest first',
    contains: {
      data: [
        { name: 'First Day', dob: '2008-01-01', liaison: 'Lydia Chebet' },
        { name: 'Mother Consented' },
        { name: 'Last Day' },
      ],
    },
    lacks: ['Before It', 'After It', 'Has Left', 'Of Another', 'Has Consented'],
  },
  {
    name: 'counts them in My work',
    call: 'GET /api/notifications/work',
    contains: { data: { others: 3, adults: 3 } },
  },
  { name: 'refuses supporters', as: 'supporter', status: 403 },
])
