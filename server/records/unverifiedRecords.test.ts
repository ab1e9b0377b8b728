import { expect, it } from 'vitest'
import { addReceipts, addReportCards } from '../testing/data/records.ts'
import { scenariosWith } from '../testing/scenarios.ts'
import { addStudents, many } from '../testing/data/students.ts'
import { openWithCast, type TestApp } from '../testing/testApp.ts'
import { cast } from '../testing/data/users.ts'

const kinds = [
  { noun: 'reports', path: '/api/reports', add: addReportCards },
  { noun: 'receipts', path: '/api/finance', add: addReceipts },
] as const

const entered_by = cast.liaison.id

/** Adds a verified, a sent and a returned record, and three that wait: the one that was added last waits longest. */
const givenWaiting = (add: typeof addReceipts) => async (test: TestApp) => {
  const [faith = 0, brian = 0] = await addStudents(test.db, [{}, { name: 'Brian Kiprono', status: 1 }])
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

  scenariosWith(`${noun} that wait to be verified`, { as: 'administrator', call: WAITING }, [
    {
      name: 'are those of one term if a term is given',
      as: 'coordinator',
      given: givenWaiting(add),
      call: `${WAITING}&year_id=1&term_id=99`,
      contains: { data: [], meta: { total: 0 } },
    },
    {
      name: 'are listed for the coordinator, the longest waiting first, without returned ones',
      as: 'coordinator',
      given: givenWaiting(add),
      contains: {
        data: [
          {
            id: 6,
            student_id: 2,
            student: 'Brian Kiprono',
            ref: 'EL-0002',
            year: '2026',
            term: 'Term 3',
            entered_by: 'Lydia Chebet',
            updated_at: '2026-05-05T06:00:00.000Z',
            is_own: false,
          },
          { id: 4 },
          { id: 5, student: 'Faith Atieno Odhiambo', entered_by: 'Catherine Njeri', is_own: true },
        ],
        meta: { total: 3 },
      },
    },
    {
      name: 'begin with the requested one',
      given: givenWaiting(add),
      call: `${WAITING}&first=5`,
      contains: { data: [{ id: 5, is_own: false }, { id: 6 }, { id: 4 }], meta: { total: 3 } },
    },
    {
      name: 'continue with the others of its student',
      async given(test) {
        const [faith = 0, brian = 0] = await addStudents(test.db, [{}, { name: 'Brian Kiprono' }])
        await add(test, [
          { student_id: brian, term: 'Term 1' },
          { student_id: faith, term: 'Term 2', updated_at: '2026-05-06T06:00:00.000Z' },
          { student_id: faith, term: 'Term 3', updated_at: '2026-05-07T06:00:00.000Z' },
        ])
      },
      call: `${WAITING}&first=3`,
      contains: { data: [{ id: 3 }, { id: 2 }, { id: 1 }], meta: { total: 3 } },
    },
    {
      name: 'begin with the requested one even if it was returned',
      given: givenWaiting(add),
      call: `${WAITING}&first=3`,
      contains: { data: [{ id: 3 }, { id: 6 }, { id: 4 }, { id: 5 }], meta: { total: 4 } },
    },
    {
      name: 'begin with the others if the requested one is already verified',
      given: givenWaiting(add),
      call: `${WAITING}&first=1`,
      contains: { data: [{ id: 6 }, { id: 4 }, { id: 5 }], meta: { total: 3 } },
    },
    { name: 'may be none', contains: { data: [], meta: { total: 0 } } },
  ])

  scenariosWith(
    `${noun} that wait if users may not verify their own entries`,
    { as: 'coordinator', given: givenWaiting(add) },
    [
      {
        name: 'are listed without those that the coordinator entered',
        call: WAITING,
        contains: { data: [{ id: 6 }, { id: 4 }], meta: { total: 2 } },
      },
      {
        name: 'begin with the coordinator’s own if it is requested',
        call: `${WAITING}&first=5`,
        contains: { data: [{ id: 5, is_own: true }, { id: 6 }, { id: 4 }], meta: { total: 3 } },
      },
    ],
    { VERIFY_OWN_ENTRIES: 'off' },
  )
}

for (const { noun, path, add } of kinds) {
  it(`lists at most two hundred ${noun} at a time, and counts all`, async () => {
    const test = await openWithCast()
    const ids = await addStudents(test.db, many(203))
    await add(
      test,
      ids.map((student_id) => ({ student_id, entered_by })),
    )
    const { body } = await (await test.signIn(cast.administrator)).get(`${path}?query=waiting`)
    expect(body).toMatchObject({ meta: { total: 203 } })
    const { data } = body as { data: { student_id: number }[] }
    expect(data.map(({ student_id }) => student_id)).toEqual(ids.slice(0, 200))
  })
}
