import { expect, it } from 'vitest'
import { addReceipts, addReports } from '../testing/records.ts'
import { scenarios } from '../testing/scenarios.ts'
import { addStudents } from '../testing/students.ts'
import { openTestApp, type TestApp } from '../testing/testApp.ts'
import { addCast, cast } from '../testing/users.ts'

const kinds = [
  { noun: 'reports', path: '/api/reports', add: addReports },
  { noun: 'receipts', path: '/api/finance', add: addReceipts },
] as const

/** One verified, one sent, one returned, and three that wait, of which the last entered waits longest. */
const given = (add: typeof addReceipts) => async (test: TestApp) => {
  const [faith = 0, brian = 0] = await addStudents(test.db, [{}, { name: 'Brian Kiprono', status: 1 }])
  const entered_by = cast.liaison.id
  await add(test, [
    { student_id: faith, term: 'Term 1', status: 1, entered_by },
    { student_id: faith, term: 'Term 2', status: 2, entered_by },
    { student_id: brian, term: 'Term 1', remark: 'The total is another.', entered_by },
    { student_id: brian, term: 'Term 2', updated_at: '2026-05-06T06:00:00.000Z', entered_by },
    {
      student_id: faith,
      term: 'Term 3',
      updated_at: '2026-05-06T06:00:00.000Z',
      entered_by: cast.coordinator.id,
    },
    { student_id: brian, term: 'Term 3', updated_at: '2026-05-05T06:00:00.000Z', entered_by },
  ])
}

for (const { noun, path, add } of kinds) {
  const WAITING = `GET ${path}?query=waiting`

  scenarios(`${noun} that wait to be verified`, [
    {
      name: 'are told to the coordinator, the longest waiting first, without those that were returned',
      as: 'coordinator',
      given: given(add),
      call: WAITING,
      status: 200,
      contains: {
        data: [
          {
            id: 6,
            student_id: 2,
            student: 'Brian Kiprono',
            ref: 'EL-0002',
            student_status: 1,
            year: '2026',
            term: 'Term 3',
            entered_by: 'Lydia Chebet',
            updated_at: '2026-05-05T06:00:00.000Z',
            is_own: false,
          },
          { id: 4 },
          {
            id: 5,
            student: 'Faith Atieno Odhiambo',
            student_status: 0,
            entered_by: 'Catherine Njeri',
            is_own: true,
          },
        ],
        meta: { total: 3 },
      },
    },
    {
      name: 'begin with the one that is asked for',
      as: 'administrator',
      given: given(add),
      call: `${WAITING}&first=5`,
      status: 200,
      contains: { data: [{ id: 5, is_own: false }, { id: 6 }, { id: 4 }], meta: { total: 3 } },
    },
    {
      name: 'begin with it also where it was returned',
      as: 'administrator',
      given: given(add),
      call: `${WAITING}&first=3`,
      status: 200,
      contains: { data: [{ id: 3 }, { id: 6 }, { id: 4 }, { id: 5 }], meta: { total: 4 } },
    },
    {
      name: 'begin with the others where it is verified already',
      as: 'administrator',
      given: given(add),
      call: `${WAITING}&first=1`,
      status: 200,
      contains: { data: [{ id: 6 }, { id: 4 }, { id: 5 }], meta: { total: 3 } },
    },
    {
      name: 'may be none',
      as: 'administrator',
      call: WAITING,
      status: 200,
      contains: { data: [], meta: { total: 0 } },
    },
    ...(['director', 'liaison', 'supporter'] as const).map((as) => ({
      name: `are not for the ${as}`,
      as,
      given: given(add),
      call: WAITING,
      status: 403,
      lacks: ['Brian'],
    })),
  ])

  it(`tells of no more than two hundred ${noun} at a time, and how many there are`, async () => {
    const test = await openTestApp()
    await addCast(test.db)
    const ids = await addStudents(
      test.db,
      Array.from({ length: 203 }, () => ({})),
    )
    await add(
      test,
      ids.map((student_id) => ({ student_id })),
    )
    const { body } = await (await test.signIn(cast.administrator)).get(`${path}?query=waiting`)
    expect(body).toMatchObject({ meta: { total: 203 } })
    expect((body as { data: { id: number }[] }).data.map(({ id }) => id)).toEqual(ids.slice(0, 200))
  })
}
