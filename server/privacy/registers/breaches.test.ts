import { expect, it } from 'vitest'
import { type Breach, BREACH_STUDENTS, breachMessages } from '#contract/privacy/breaches.ts'
import type { Redaction } from '#contract/privacy/exports.ts'
import { addStudents } from '../../testing/data/students.ts'
import { HOUR } from '../../testing/steppedClock.ts'
import { cast } from '../../testing/data/users.ts'
import { scenariosWith } from '../../testing/scenarios.ts'
import { openSignedIn, type TestApp } from '../../testing/testApp.ts'
import { finishErasures } from '../erasure/finishErasures.ts'

/** The clock of the tests begins on 2 Mar 2026 at 11:00 in Kenya. */
const lost = {
  what: 'A laptop with an open session was stolen.',
  data: 'Report cards and pictures',
  noticed_by: 'Brian Ochieng',
  happened_on: '2026-02-27',
  known_on: '2026-03-01',
  known_time: '09:30',
  student_ids: ['1', '2'],
}
const given = (test: TestApp) => addStudents(test.db, [{}, { name: 'Grace Wanjiru' }, {}])
const noted = async (test: TestApp) => {
  await given(test)
  const director = await test.signIn(cast.director)
  await director.post('/api/breaches', lost)
}

scenariosWith('POST /api/breaches', { as: 'director', call: 'POST /api/breaches', given, input: lost }, [
  {
    name: 'notes a breach, with the instant at which the 72 hours begin',
    contains: {
      message: breachMessages.saved,
      data: {
        known_at: '2026-03-01T06:30:00.000Z',
        students: [{ ref: 'EL-0001' }, { ref: 'EL-0002', name: 'Grace Wanjiru' }],
        commissioner_on: null,
        closed_at: null,
        noted_by: 'Daniel Otieno',
      },
    },
    history: { entity: 'breach', action: 'noted', changes: { students: [null, 'EL-0001, EL-0002'] } },
  },
  {
    name: 'takes the instant since when it is known',
    input: { ...lost, known_on: undefined, known_time: undefined, known_at: '2026-03-01T06:30:00.000Z' },
    contains: { data: { known_at: '2026-03-01T06:30:00.000Z' } },
  },
  {
    name: 'refuses what is missing, under its field',
    input: {},
    errors: {
      what: [breachMessages.whatRequired],
      data: [breachMessages.dataRequired],
      noticed_by: [breachMessages.noticerRequired],
      happened_on: [breachMessages.happenedRequired],
      known_on: [breachMessages.knownRequired],
      known_time: [breachMessages.timeWrong],
    },
  },
  {
    name: 'refuses an instant to come',
    input: { ...lost, known_on: '2026-03-02', known_time: '23:59' },
    errors: { known_on: [breachMessages.knownAhead] },
  },
  {
    name: 'refuses days out of order',
    input: { ...lost, happened_on: '2026-03-02', commissioner_on: '2026-02-28', families_on: '2026-03-03' },
    errors: {
      happened_on: [breachMessages.happenedLater],
      commissioner_on: [breachMessages.toldEarlier],
      families_on: [breachMessages.toldAhead],
    },
  },
  {
    name: 'refuses an unknown student',
    input: { ...lost, student_ids: [1, 99] },
    errors: { student_ids: [breachMessages.studentsUnknown] },
  },
  {
    name: 'refuses too many students in plain words',
    input: { ...lost, student_ids: Array.from({ length: BREACH_STUDENTS + 1 }, (_, index) => index + 1) },
    errors: { student_ids: ['Choose at most 5,000 students'] },
  },
  { name: 'refuses coordinators', as: 'coordinator', status: 403 },
])

scenariosWith('PATCH /api/breaches/:id', { as: 'director', call: 'PATCH /api/breaches/1', given: noted }, [
  {
    name: 'notes that the commissioner was told, and leaves the rest as it is',
    input: { commissioner_on: '2026-03-02' },
    contains: {
      data: {
        version: 2,
        commissioner_on: '2026-03-02',
        families_on: null,
        students: [{ id: 1 }, { id: 2 }],
      },
    },
    history: { action: 'edited', changes: { commissioner_on: [null, '2026-03-02'] } },
  },
  {
    name: 'does not close a breach that nobody was told of without a reason',
    input: { is_closed: true, commissioner_on: '2026-03-02' },
    errors: { reason: [breachMessages.reasonRequired] },
  },
  {
    name: 'closes it with a reason',
    input: {
      is_closed: true,
      reason: 'The laptop was encrypted, so there was no risk.',
      done: 'Sessions ended.',
    },
    contains: { data: { closed_at: '2026-03-02T08:00:00.000Z', done: 'Sessions ended.' } },
    history: { action: 'closed' },
  },
  {
    name: 'changes since when it is known',
    input: { known_at: '2026-03-01T07:15:00+03:00' },
    contains: { data: { known_at: '2026-03-01T04:15:00.000Z' } },
  },
  {
    name: 'refuses what is no instant',
    input: { known_at: 'yesterday' },
    errors: { known_on: ['Known since is not a date'] },
  },
  {
    name: 'changes whom it concerns',
    input: { student_ids: [3], version: 1 },
    contains: { data: { students: [{ id: 3 }] } },
  },
  { name: 'refuses an older version', input: { done: 'No.', version: 7 }, conflict: breachMessages.changed },
  { name: 'does not know another id', call: 'PATCH /api/breaches/9', input: { done: 'No.' }, status: 404 },
  { name: 'refuses coordinators', as: 'coordinator', input: { done: 'No.' }, status: 403 },
])

it('lists the open ones, the first due first, then the closed ones; open ones are one line of My work', async () => {
  const { test, client } = await openSignedIn('director', { given: noted })
  await client.post('/api/breaches', { ...lost, what: 'An older one.', known_on: '2026-02-28' })
  await client.post('/api/breaches', { ...lost, what: 'Closed.', is_closed: true, reason: 'No risk.' })
  const { body } = await client.get('/api/breaches')
  expect((body as { data: Breach[] }).data.map(({ id }) => id)).toEqual([2, 1, 3])
  const work = async (user: typeof client) => (await user.get('/api/notifications/work')).body
  expect(await work(client)).toMatchObject({ data: { total: 0, others: 1, breaches: 2 } })
  const open = await client.get('/api/breaches/open')
  expect((open.body as { data: unknown[] }).data).toEqual([
    expect.objectContaining({ id: 2, what: 'An older one.' }),
    expect.objectContaining({ id: 1, what: lost.what }),
  ])
  expect(open.text).not.toContain('Grace')
  expect(await work(await test.signIn(cast.coordinator))).toMatchObject({ data: { breaches: 0 } })
})

it('proposes the students whose records a user opened or took something of in these days', async () => {
  const { test, client } = await openSignedIn('director', { given })
  const user_id = cast.liaison.id
  const view = { user_id, kind: 'profile', count: 1 } as const
  await test.db
    .insertInto('views')
    .values([
      { ...view, student_id: 1, day: '2026-02-27' },
      { ...view, student_id: 1, day: '2026-02-28' },
      { ...view, student_id: 1, day: '2026-03-02' },
      { ...view, student_id: 3, day: '2026-02-26' },
      { ...view, student_id: 3, day: '2026-02-27', user_id: cast.coordinator.id },
    ])
    .execute()
  await test.db
    .insertInto('departures')
    .values({
      student_id: 2,
      user_id,
      at: '2026-02-28T20:59:00.000Z',
      how: 'download',
      what: 'Report card',
      went_to: 'Their own device',
      letter_id: null,
    })
    .execute()
  await test.db
    .insertInto('list_departures')
    .values({ user_id, at: '2026-02-28T08:00:00.000Z', what: 'students', rows: 3 })
    .execute()
  const asked = `/api/breaches/concerned?user=${user_id}&from=2026-02-27&to=2026-02-28`
  expect((await client.get(asked)).body).toMatchObject({
    data: {
      students: [
        { id: 2, ref: 'EL-0002', days: 0, left: 1 },
        { id: 1, ref: 'EL-0001', days: 2, left: 0 },
      ],
      lists: [{ at: '2026-02-28T08:00:00.000Z', what: 'List of all students, 3 rows' }],
    },
  })
})

it('refuses days in the wrong order', async () => {
  const { client } = await openSignedIn('director', { given })
  const asked = `/api/breaches/concerned?user=${cast.liaison.id}&from=2026-02-27&to=2026-02-26`
  expect(await client.get(asked)).toMatchObject({
    status: 422,
    body: { errors: { to: [breachMessages.toBeforeFrom] } },
  })
})

scenariosWith(
  'POST /api/breaches/:id/printed',
  { as: 'director', call: 'POST /api/breaches/1/printed', given: noted },
  [
    {
      name: 'notes the letters of all its children',
      async after({ db }) {
        const printed = await db.selectFrom('departures').select(['student_id', 'how', 'what']).execute()
        const letter = { how: 'print', what: 'Letter about a breach' }
        expect(printed).toEqual([
          { student_id: 1, ...letter },
          { student_id: 2, ...letter },
        ])
      },
    },
    { name: 'does not know another id', call: 'POST /api/breaches/9/printed', status: 404 },
    { name: 'refuses coordinators', as: 'coordinator', status: 403 },
  ],
)

it('a form that was opened before a child was anonymised cannot restore the name', async () => {
  const { test, client } = await openSignedIn('administrator', {
    given: async ({ db }) => addStudents(db, [{ name: 'Halima Abdi Noor', status: 2 }, {}]),
  })
  const about = { ...lost, what: 'A letter about Halima Abdi Noor was lost.' }
  await client.post('/api/breaches', { ...about, student_ids: [1] })
  await client.post('/api/breaches', { ...about, student_ids: [2] })
  await client.post('/api/students/1/anonymise', { ref: 'EL-0001' })
  test.clock.step(7 * 24 * HOUR)
  expect(await finishErasures(test.services)).toBe(1)
  const later = await test.signIn(cast.administrator)
  for (const id of [1, 2])
    expect(await later.call(`PATCH /api/breaches/${id}`, { what: about.what, version: 1 })).toMatchObject({
      status: 409,
      body: { message: breachMessages.changed },
    })
})

it('an export redacts the first names of the other children in a breach', async () => {
  const { client } = await openSignedIn('director', { given })
  await client.post('/api/breaches', { ...lost, what: 'The cards of Faith and Grace were lost.' })
  const { body } = await client.post('/api/students/1/redactions', { names: '' })
  expect((body as { data: Redaction[] }).data).toMatchObject([
    { places: ['Breaches: What happened'], redacted: ['Grace'] },
  ])
})
