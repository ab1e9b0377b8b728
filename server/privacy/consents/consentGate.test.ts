import { expect, it } from 'vitest'
import { FULL, giveConsent, holdFrom } from '../../testing/data/consents.ts'
import { scenariosWith } from '../../testing/scenarios.ts'
import { HOUR, MINUTE } from '../../testing/steppedClock.ts'
import { addStudents } from '../../testing/data/students.ts'
import { openSignedIn, openWithCast, type TestApp } from '../../testing/testApp.ts'
import { cast } from '../../testing/data/users.ts'

const GET = 'GET /api/consents/gate'
const PUT = 'PUT /api/consents/gate'

/** Today is 2 Mar 2026. */
async function given(test: TestApp): Promise<void> {
  const supporter_id = cast.supporter.id
  await addStudents(test.db, [{ supporter_id }, { supporter_id }, {}, { status: 1 }])
  await giveConsent(test, 2, { ...FULL, videos: '2026-03-01' })
  await giveConsent(test, 3)
}

const givenHeld = async (test: TestApp) => {
  await given(test)
  await holdFrom(test, '2026-03-02')
}

const affected = { students: 1, supporters: 1 }

scenariosWith(GET, { as: 'coordinator', call: GET, given }, [
  {
    name: 'counts whom it would affect',
    contains: {
      data: { mode: 'count', from: null, contact: null, is_held: false, earliest: '2026-04-01', affected },
    },
  },
  {
    name: 'counts only their own students for liaison officers',
    as: 'liaison',
    async given(test) {
      await given(test)
      await test.db
        .updateTable('students')
        .set({ liaison_id: cast.director.id })
        .where('id', '=', 2)
        .execute()
    },
    contains: { data: { affected: { students: 1, supporters: 1 } } },
  },
  {
    name: 'says that it hides since today',
    given: givenHeld,
    contains: { data: { mode: 'hold', from: '2026-03-02', is_held: true } },
  },
])

const contact = 'P.O. Box 412-40100, Kisumu, 0700 000 412'

scenariosWith(PUT, { as: 'director', call: PUT, given }, [
  {
    name: 'plans to hide what has no consent, 30 days ahead',
    input: { mode: 'hold', from: '2026-04-01', contact },
    contains: { message: 'Saved.', data: { mode: 'hold', from: '2026-04-01', contact, is_held: false } },
    history: { entity: 'consent_gate', action: 'edited', user_id: cast.director.id },
  },
  {
    name: 'refuses an earlier day',
    input: { mode: 'hold', from: '2026-03-31' },
    errors: { from: ['From must be at least 30 days from today: 1 Apr 2026 or later'] },
  },
  { name: 'refuses no day', input: { mode: 'hold' }, errors: { from: ['From cannot be empty'] } },
  ...[
    ['0700 000 412', 'Contact has no address, such as P.O. Box 12, Kisumu'],
    ['P.O. Box 30258-00100, Nairobi', 'Contact has no telephone number, such as 0700 000 000'],
    [
      'Kisumu',
      'Contact has no telephone number, such as 0700 000 000, and no address, such as P.O. Box 12, Kisumu',
    ],
  ].map(([wrong, message]) => ({
    name: `refuses the contact ${wrong}`,
    input: { mode: 'count', contact: wrong },
    errors: { contact: [message] },
  })),
  { name: 'refuses another mode', input: { mode: 'off' }, errors: { mode: ['Value is not valid'] } },
  {
    name: 'changes the contact while a day that has come stays',
    given: givenHeld,
    input: { mode: 'hold', from: '2026-03-02', contact },
    contains: { data: { contact, is_held: true } },
  },
  {
    name: 'shows again what has no consent, at once',
    given: givenHeld,
    input: { mode: 'count', from: '2026-03-02', contact: '' },
    contains: { data: { mode: 'count', from: null, contact: null, is_held: false } },
  },
])

it('asks again who the user is', async () => {
  const { test, client } = await openSignedIn('director', { given })
  for (let minutes = 0; minutes < 12; minutes += 4) {
    test.clock.step(4 * MINUTE)
    await client.get('/api/session')
  }
  const answer = await client.change('PUT', '/api/consents/gate', { mode: 'count' })
  expect(answer).toMatchObject({ status: 403, body: { code: 'confirm_again' } })
})

it('hides from midnight in Kenya on', async () => {
  const test = await openWithCast({ given })
  await holdFrom(test, '2026-03-03')
  test.clock.step(12 * HOUR + 59 * MINUTE)
  const client = await test.signIn(cast.supporter)
  const hidden = async () => {
    const { body } = await client.get('/api/students/1?query=profile')
    return (body as { data: { not_shared: string[] } }).data.not_shared
  }
  expect(await hidden()).toEqual([])
  test.clock.step(2 * MINUTE)
  expect(await hidden()).toEqual(['profile', 'progress', 'pictures', 'videos'])
})
