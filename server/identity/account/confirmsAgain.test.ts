import { expect, it } from 'vitest'
import { givenReportCards } from '../../testing/data/reportCards.ts'
import { MINUTE } from '../../testing/steppedClock.ts'
import { openSignedIn, type TestApp } from '../../testing/testApp.ts'
import { type CastName, cast, PASSWORD } from '../../testing/data/users.ts'

const officer = {
  first_name: 'Zawadi',
  last_name: 'Achieng',
  email: 'zawadi@elimu.test',
  phone: '0722 123 456',
  country: 'Kenya',
  role: 'Liaison Officer',
}
const { role: _role, ...supporter } = officer
const importOf = (kind: string, row: object, more: object = {}) => ({ kind, rows: [row], ...more })

const given = async (test: TestApp) => {
  await givenReportCards(test)
  const by = { user_id: cast.director.id, at: test.clock().toISOString(), created: 0, updated: 0, skipped: 0 }
  for (const kind of ['staff', 'supporters'] as const)
    await test.db
      .insertInto('imports')
      .values({ kind, ...by })
      .execute()
}

const asked: [string, CastName, string, object?][] = [
  ['an import of staff', 'director', 'POST /api/imports', importOf('staff', officer)],
  ['the invitations of imported staff', 'director', 'POST /api/imports/1/invitations'],
  ['the password link of a letter', 'administrator', 'POST /api/letters/1/link'],
  ['a void consent', 'director', 'POST /api/consents/1/void', { reason: 'Another child.' }],
  ['the retention period', 'administrator', 'PUT /api/retention', { years: '7' }],
  ['the list of students for a director', 'director', 'POST /api/downloads', { kind: 'students' }],
  ['the list of users for an administrator', 'administrator', 'POST /api/downloads', { kind: 'users' }],
]

it.for(asked)('confirms again for %s', async ([, name, call, body]) => {
  const { test, client } = await openSignedIn(name, { given })
  const refused = { status: 403, body: { code: 'confirm_again' } }
  test.clock.step(11 * MINUTE)
  expect(await client.call(call, body)).toMatchObject(refused)
  expect(await client.post('/api/account/confirm', { password: PASSWORD })).toMatchObject({ status: 200 })
  const { status, text } = await client.call(call, body)
  // There is no such letter or consent.
  expect([200, 404], text).toContain(status)
  test.clock.step(11 * MINUTE)
  expect(await client.call(call, body)).toMatchObject(refused)
})

it.for([
  [
    'the check of an import of staff',
    'director',
    'POST /api/imports',
    importOf('staff', officer, { check: true }),
  ],
  ['an import of supporters', 'director', 'POST /api/imports', importOf('supporters', supporter)],
  ['the invitations of imported supporters', 'director', 'POST /api/imports/2/invitations'],
  ['the list of students for a liaison officer', 'liaison', 'POST /api/downloads', { kind: 'students' }],
] as [string, CastName, string, object?][])('does not confirm again for %s', async ([, name, call, body]) => {
  const { test, client } = await openSignedIn(name, { given })
  test.clock.step(11 * MINUTE)
  const { status, text } = await client.call(call, body)
  expect(status, text).toBe(200)
})

it('does not confirm again in the middle of a download that has begun', async () => {
  const { test, client } = await openSignedIn('director', { given })
  expect(await client.post('/api/downloads', { kind: 'students' })).toMatchObject({ status: 200 })
  test.clock.step(11 * MINUTE)
  expect(await client.post('/api/downloads', { kind: 'students', after: 1 })).toMatchObject({ status: 200 })
})
