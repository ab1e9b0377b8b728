import { describe, expect, it } from 'vitest'
import { MINUTE, SECOND } from '../testing/steppedClock.ts'
import { openTestApp, openWithCast } from '../testing/testApp.ts'
import type { TestClient } from '../testing/testClient.ts'
import { cast } from '../testing/data/users.ts'

const spellings = [
  '/%61pi/getUsers',
  '/api/%67etUsers',
  '/%61%70%69/letters',
  '/api/getUsers/',
  '/%61pi/docs',
]

it.for(spellings)('refuses other spellings of an address: %s', async (url) => {
  const { app } = await openTestApp()
  const bare = await app.inject({ url })
  expect(bare.statusCode).toBe(400)
  const marked = await app.inject({ url, headers: { 'x-requested-with': 'XMLHttpRequest' } })
  expect(marked.statusCode).toBe(401)
  expect(marked.json()).toEqual({ message: 'Unauthenticated.' })
})

it('requires the token for every spelling', async () => {
  const { app } = await openTestApp()
  const answer = await app.inject({
    method: 'POST',
    url: '/%61pi/login',
    headers: { 'x-requested-with': 'XMLHttpRequest' },
    payload: { email: 'amina@elimu.test', password: 'Guess#2026' },
  })
  expect(answer.statusCode).toBe(419)
})

describe('a session that makes too many calls', () => {
  const most = 5

  async function open(limit = String(most)) {
    const test = await openWithCast({ settings: { SESSION_CALLS_A_MINUTE: limit } })
    // At the beginning of a minute.
    test.clock.step(MINUTE - (test.clock().getTime() % MINUTE))
    return test
  }

  const spend = async (client: TestClient, calls: number) => {
    for (let made = 0; made < calls; made++)
      expect(await client.get('/api/session')).toMatchObject({ status: 200 })
  }

  it('is refused until the minute is over, and others are not', async () => {
    const test = await open()
    const client = await test.signIn(cast.liaison)
    test.clock.step(20 * SECOND)
    // Signing in fetched a token.
    await spend(client, most - 1)
    expect(await client.get('/api/session')).toMatchObject({
      status: 429,
      headers: { 'retry-after': '40' },
      body: { message: 'Too many requests. Please wait a minute and try again.' },
    })
    await spend(await test.signIn(cast.liaison), 1)
    test.clock.step(40 * SECOND)
    await spend(client, most)
  })

  it('may send files', async () => {
    const test = await open()
    const client = await test.signIn(cast.liaison)
    for (let sent = 0; sent < 2 * most; sent++)
      expect(await client.post('/api/students', new FormData())).toMatchObject({ status: 422 })
  })

  it('is not refused if the operator sets no limit', async () => {
    await expect(spend(await (await open('0')).signIn(cast.liaison), 50)).resolves.toBeUndefined()
  })
})
