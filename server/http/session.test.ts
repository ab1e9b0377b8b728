import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { linkFor } from '../testing/mail/links.ts'
import { startTogether } from '../testing/database/startTogether.ts'
import { HOUR, MINUTE, SECOND } from '../testing/steppedClock.ts'
import { openSignedIn, openWithCast, type TestApp } from '../testing/testApp.ts'
import type { Answer, TestClient } from '../testing/testClient.ts'
import { cast, PASSWORD } from '../testing/data/users.ts'
import { openSession } from './session.ts'

const { administrator, liaison } = cast
const unauthenticated = { status: 401, body: { message: 'Unauthenticated.' } }

const whoAmI = (client: TestClient) => client.get('/api/session')
const cookieOf = (client: TestClient) => client.cookies.get('elimu_session') ?? ''
const sessionsOf = ({ db }: TestApp) => db.selectFrom('sessions').selectAll().execute()

describe('a session', () => {
  it('is known to the server by the hash of its id alone', async () => {
    const test = await openWithCast()
    const id = cookieOf(await test.signIn(administrator))
    expect(id).toMatch(/^[\w-]{43}$/)
    const [session] = await sessionsOf(test)
    expect(session?.token_hash).toBe(createHash('sha256').update(id).digest('base64url'))
    expect(JSON.stringify(session)).not.toContain(id)
  })

  it('gets a new id at each sign-in, and the older one opens nothing', async () => {
    const { test, client } = await openSignedIn('administrator')
    const older = cookieOf(client)
    await client.post('/api/login', { email: administrator.email, password: PASSWORD })
    expect(cookieOf(client)).not.toBe(older)
    expect(await whoAmI(client)).toMatchObject({ status: 200 })

    const thief = test.client()
    thief.cookies.set('elimu_session', older)
    expect(await whoAmI(thief)).toMatchObject(unauthenticated)
  })

  it('is never taken from an id that the browser brought along', async () => {
    const test = await openWithCast()
    const client = test.client()
    client.cookies.set('elimu_session', 'planted-by-somebody-else')
    await client.post('/api/login', { email: administrator.email, password: PASSWORD })
    expect(cookieOf(client)).not.toBe('planted-by-somebody-else')
  })

  it('is recorded once after it has expired, also if two users sign in at the same moment', async () => {
    const { test } = await openSignedIn('administrator')
    const ended_at = test.clock().toISOString()
    test.clock.step(HOUR)
    await startTogether(test, (trx) => openSession(trx, cast.director.id, test.clock()), [
      () => test.client().post('/api/login', { email: liaison.email, password: PASSWORD }),
    ])
    expect(
      await test.db.selectFrom('ended_sessions').select(['user_id', 'how', 'ended_at']).execute(),
    ).toEqual([
      // The time of its last call.
      { user_id: administrator.id, how: 'expired', ended_at },
    ])
  })

  it('ends after 15 minutes without a call', async () => {
    const { test, client } = await openSignedIn('administrator')
    test.clock.step(15 * MINUTE)
    expect(await whoAmI(client)).toMatchObject({ status: 200 })
    test.clock.step(15 * MINUTE + SECOND)
    expect(await whoAmI(client)).toMatchObject(unauthenticated)
  })

  it('is kept alive by calls, up to 12 hours in all', async () => {
    const { test, client } = await openSignedIn('administrator')
    for (let passed = 0; passed < 12 * HOUR; passed += 10 * MINUTE) {
      test.clock.step(10 * MINUTE)
      expect(await whoAmI(client)).toMatchObject({ status: 200 })
    }
    test.clock.step(SECOND)
    expect(await whoAmI(client)).toMatchObject(unauthenticated)
  })

  it('does not come back by a call that was refused', async () => {
    const { test, client } = await openSignedIn('administrator')
    test.clock.step(16 * MINUTE)
    await whoAmI(client)
    test.clock.step(-5 * MINUTE)
    await test.db.deleteFrom('sessions').execute()
    expect(await whoAmI(client)).toMatchObject(unauthenticated)
    expect(await sessionsOf(test)).toEqual([])
  })

  it('opens nothing after signing out, also with the cookie kept', async () => {
    const { client } = await openSignedIn('administrator')
    const kept = cookieOf(client)
    await client.post('/api/logout')
    expect(client.cookies.has('elimu_session')).toBe(false)
    client.cookies.set('elimu_session', kept)
    expect(await whoAmI(client)).toMatchObject(unauthenticated)
  })

  it('is cleared away at somebody’s next sign-in once it has run out', async () => {
    const test = await openWithCast()
    await test.signIn(liaison)
    test.clock.step(16 * MINUTE)
    await test.signIn(administrator)
    expect(await sessionsOf(test)).toMatchObject([{ user_id: administrator.id }])
  })
})

describe('a session ends at once', () => {
  const endings: [string, (test: TestApp, administratorClient: TestClient) => Promise<Answer>][] = [
    [
      'when its user is deactivated',
      (_test, client) => client.post('/api/statusUsr', { id: liaison.id, status: 1 }),
    ],
    [
      'when its user gets a new password',
      async (test) =>
        test.client().post(`/api/changepsw/${await linkFor(test, liaison.id, 'change')}`, {
          password: 'Mbuyu~Tree!7',
          c_password: 'Mbuyu~Tree!7',
        }),
    ],
  ]

  it.for(endings)('%s', async ([, end]) => {
    const test = await openWithCast()
    const [browser, phone] = [await test.signIn(liaison), await test.signIn(liaison)]
    const bystander = await test.signIn(administrator)
    expect(await end(test, bystander)).toMatchObject({ status: 200 })
    expect(await whoAmI(browser)).toMatchObject(unauthenticated)
    expect(await whoAmI(phone)).toMatchObject(unauthenticated)
    expect(await whoAmI(bystander)).toMatchObject({ status: 200 })
  })

  it('when its user is no more', async () => {
    const { test, client } = await openSignedIn('liaison')
    await test.db.deleteFrom('users').where('id', '=', liaison.id).execute()
    expect(await whoAmI(client)).toMatchObject(unauthenticated)
    expect(await sessionsOf(test)).toEqual([])
  })

  it('and does not come back when its user is activated again', async () => {
    const { test, client } = await openSignedIn('liaison')
    const chief = await test.signIn(administrator)
    for (const status of [1, 2]) await chief.post('/api/statusUsr', { id: liaison.id, status })
    expect(await whoAmI(client)).toMatchObject(unauthenticated)
  })

  it('shows a change of role from the next call on', async () => {
    const { test, client } = await openSignedIn('coordinator')
    expect(await client.get('/api/getUsers')).toMatchObject({ status: 200 })
    const { id, first_name, last_name, email } = cast.coordinator
    const chief = await test.signIn(administrator)
    await chief.post('/api/edit', { id, first_name, last_name, email, role_id: 4 })
    expect(await client.get('/api/getUsers')).toMatchObject({ status: 403 })
  })
})

describe('the cookies', () => {
  it('open no session over https under a name that another host of the domain can set', async () => {
    const { test, client } = await openSignedIn('administrator', {
      settings: { APP_URL: 'https://elimu.example.org' },
    })
    const planted = test.client()
    planted.cookies.set('elimu_session', client.cookies.get('__Host-elimu_session') ?? '')
    expect(await whoAmI(client)).toMatchObject({ status: 200 })
    expect(await whoAmI(planted)).toMatchObject(unauthenticated)
  })

  it.for([
    ['http://elimu.local:3000', 'elimu_session', ''],
    ['https://elimu.example.org', '__Host-elimu_session', '; Secure'],
  ] as const)('suit %s', async ([APP_URL, name, secure]) => {
    const test = await openWithCast({ settings: { APP_URL } })
    const client = test.client()
    const { headers } = await client.post('/api/login', { email: administrator.email, password: PASSWORD })
    const [session, token] = headers['set-cookie'] as string[]
    expect(session?.replace(/=[^;]+/, '=…')).toBe(`${name}=…; Path=/; HttpOnly${secure}; SameSite=Lax`)
    expect(token?.replace(/=[^;]+/, '=…')).toBe(`XSRF-TOKEN=…; Path=/${secure}; SameSite=Lax`)
    expect(await whoAmI(client)).toMatchObject({ status: 200 })
    await client.post('/api/logout')
    expect(client.cookies.has(name)).toBe(false)
  })
})
