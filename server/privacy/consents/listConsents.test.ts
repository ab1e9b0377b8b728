import { expect, it, vi } from 'vitest'
import { prepareBy } from '../../database/prepared.ts'
import { FULL, giveConsent } from '../../testing/data/consents.ts'
import { addSchool } from '../../testing/data/schools.ts'
import { scenarios, scenariosWith } from '../../testing/scenarios.ts'
import { HOUR } from '../../testing/steppedClock.ts'
import { addStudents } from '../../testing/data/students.ts'
import { openSignedIn, type TestApp } from '../../testing/testApp.ts'
import { cast } from '../../testing/data/users.ts'

const LIST = 'GET /api/consents?query=list'

/** One student of each state; today is 2 Mar 2026. */
async function given(test: TestApp): Promise<void> {
  const nyando = await addSchool(test.db)
  const starehe = await addSchool(test.db, 'Starehe')
  const supporter_id = cast.supporter.id
  const [full = 0, refused = 0, ended = 0, soon = 0, , gone = 0, some = 0] = await addStudents(
    test.db,
    [
      { name: 'Amani Full' },
      { name: 'Baraka Refused' },
      { name: 'Chege Ended', supporter_id },
      { name: 'Dafina Soon', school_id: starehe },
      { name: 'Esha None', school_id: starehe, supporter_id },
      { name: 'Fadhili Gone', status: 2 },
      { name: 'Gathoni Some' },
    ].map((student) => Object.assign({ school_id: nyando }, student)),
  )
  await giveConsent(test, full, { ...FULL, publication: '2026-03-01' })
  await giveConsent(test, refused, { ...FULL, pictures: '', publication: '' })
  await giveConsent(test, ended, { ...FULL, pictures: '', videos: '2026-03-01' })
  await giveConsent(test, soon, { ...FULL, progress: '2026-05-31', videos: '2026-06-01' })
  await giveConsent(test, gone)
  await giveConsent(test, some, { ...FULL, videos: null, pictures: '' })
}

const namesOf = (...names: string[]) => ({
  contains: {
    data: names.map((name) => ({ name: expect.stringContaining(name) })),
    meta: { total: names.length },
  },
})

scenariosWith(LIST, { as: 'coordinator', call: LIST, given }, [
  {
    name: 'lists the active students with the first state that applies',
    contains: {
      data: [
        { name: 'Amani Full', state: 'full', ends_soon: false, until: null, publication: 'ended' },
        { name: 'Baraka Refused', state: 'some_refused', publication: 'refused' },
        { name: 'Chege Ended', state: 'ended', ends_soon: false, until: '2026-03-01', publication: 'given' },
        { name: 'Dafina Soon', state: 'full', ends_soon: true, until: '2026-05-31', school: 'Starehe' },
        { name: 'Esha None', state: 'not_recorded', publication: 'not_recorded', dob: '2009-03-12' },
        { name: 'Gathoni Some', state: 'not_recorded', liaison: 'Lydia Chebet' },
      ],
      meta: { total: 6 },
    },
    lacks: ['Fadhili'],
  },
  ...(
    [
      ['full', ['Amani', 'Dafina']],
      ['some_refused', ['Baraka']],
      ['ended', ['Chege']],
      ['not_recorded', ['Esha', 'Gathoni']],
      ['ends_soon', ['Dafina']],
      ['needs_action', ['Chege', 'Dafina', 'Esha', 'Gathoni']],
      ['erasure', []],
    ] as [string, string[]][]
  ).map(([state, names]) =>
    Object.assign(namesOf(...names), { name: `filters by ${state}`, call: `${LIST}&state=${state}` }),
  ),
  {
    name: 'takes empty parameters like missing ones',
    call: `${LIST}&state=&school=&page=`,
    contains: { meta: { total: 6 } },
  },
  {
    name: 'filters by school, for printed forms',
    call: `${LIST}&state=needs_action&school=2`,
    ...namesOf('Dafina', 'Esha'),
  },
  { name: 'searches by ref', call: `${LIST}&search=el-0005`, ...namesOf('Esha') },
  { name: 'searches by school', call: `${LIST}&search=starehe`, ...namesOf('Dafina', 'Esha') },
  { name: 'does not search several fields', call: `${LIST}&search=starehe%20el-0005`, ...namesOf() },
  ...(['ref', 'school', 'liaison'] as const).map((sort) => ({
    name: `sorts by ${sort}`,
    call: `${LIST}&sort=-${sort}&size=1`,
    contains: { meta: { total: 6 } },
  })),
  { name: 'refuses an unknown state', call: `${LIST}&state=lost`, errors: { state: ['State is not valid'] } },
])

scenarios('GET /api/consents?query=counts', [
  {
    name: 'counts each active student once, by school, and those that end soon separately',
    as: 'director',
    given,
    call: 'GET /api/consents?query=counts',
    contains: {
      data: {
        all: {
          students: 6,
          full: 2,
          some_refused: 1,
          ended: 1,
          not_recorded: 2,
          ends_soon: 1,
          publication: 3,
        },
        schools: [
          { school_id: 1, students: 4, full: 1, some_refused: 1, ended: 1, not_recorded: 1, ends_soon: 0 },
          {
            school: 'Starehe',
            students: 2,
            full: 1,
            some_refused: 0,
            ended: 0,
            not_recorded: 1,
            ends_soon: 1,
          },
        ],
        erasures: 0,
      },
    },
  },
])

it('reads the page for 800 students in five queries', async () => {
  const { test, client } = await openSignedIn('coordinator')
  const ids = await addStudents(
    test.db,
    Array.from({ length: 800 }, () => ({})),
  )
  for (const id of ids.slice(0, 400)) await giveConsent(test, id)
  // Prepared statements are run like others, so that the spy counts them.
  prepareBy(test.db, () => () => undefined)
  const queries = vi.spyOn(test.db.getExecutor(), 'executeQuery')
  const parts = [
    // The rows, and how many there are.
    ['?query=list&state=needs_action', 2],
    ['?query=counts', 1],
    // The day of the gate, and the students.
    ['/gate', 2],
  ] as const
  for (const [part, count] of parts) {
    queries.mockClear()
    const answer = await client.get(`/api/consents${part}`)
    expect(answer.text, part).toMatch(/"(total|not_recorded|students)":400/)
    const ran = queries.mock.calls.map(([{ sql }]) => sql).filter((sql) => !sql.includes('sessions'))
    expect(ran, part).toHaveLength(count)
  }
})

it('lists a consent as full on its last day, and as ended from the next day on', async () => {
  const { test, client } = await openSignedIn('coordinator')
  const [id = 0] = await addStudents(test.db, [{}])
  await giveConsent(test, id, { ...FULL, progress: '2026-03-02' })
  const today = await client.call(LIST)
  expect(today.body).toMatchObject({ data: [{ state: 'full', ends_soon: true, until: '2026-03-02' }] })
  test.clock.step(24 * HOUR)
  const tomorrow = await (await test.signIn(cast.coordinator)).call(LIST)
  expect(tomorrow.body).toMatchObject({ data: [{ state: 'ended', ends_soon: false, until: '2026-03-02' }] })
})
