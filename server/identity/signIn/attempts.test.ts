import { describe, expect, it } from 'vitest'
import { lettersOf } from '../../testing/mail/postman.ts'
import { MINUTE } from '../../testing/steppedClock.ts'
import { openTestApp, openWithCast, type TestApp } from '../../testing/testApp.ts'
import { linkFor } from '../../testing/mail/links.ts'
import type { Answer, TestClient } from '../../testing/testClient.ts'
import { changeAs } from '../../testing/data/changeAs.ts'
import { cast, PASSWORD } from '../../testing/data/users.ts'
import { countAttempt, network, signInLimits } from './attempts.ts'

const PER_ACCOUNT = 10
const PER_ADDRESS = 100
const { administrator, director } = cast

function tryToSignIn(
  test: TestApp,
  { email = administrator.email, password = 'Guess#2026', from = '127.0.0.1', headers = {} } = {},
): Promise<Answer> {
  return test.client({ remoteAddress: from, headers }).post('/api/login', { email, password })
}

/** How often each status was answered. */
async function statuses(answers: Promise<Answer>[]): Promise<Record<number, number>> {
  const counts: Record<number, number> = {}
  for (const { status } of await Promise.all(answers)) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

const times = <T>(count: number, make: (index: number) => T) =>
  Array.from({ length: count }, (_, i) => make(i))

describe('sign-in attempts', () => {
  it('refuses an account after 10 wrong ones, also with the right password, for 15 minutes', async () => {
    const test = await openWithCast()
    for (let count = 1; count <= PER_ACCOUNT; count++)
      expect(await tryToSignIn(test)).toMatchObject({ status: 422 })

    test.clock.step(5 * MINUTE)
    expect(await tryToSignIn(test, { password: PASSWORD })).toMatchObject({
      status: 429,
      headers: { 'retry-after': String((10 * MINUTE) / 1000) },
      body: { message: 'Too many attempts. Please wait a little and try again.' },
    })
    expect(await tryToSignIn(test, { email: director.email, password: PASSWORD })).toMatchObject({
      status: 200,
    })

    test.clock.step(10 * MINUTE)
    expect(await tryToSignIn(test, { password: PASSWORD })).toMatchObject({ status: 200 })
  })

  it('counts one account in any spelling and from any address', async () => {
    const test = await openWithCast()
    for (let count = 1; count <= PER_ACCOUNT; count++)
      await tryToSignIn(test, {
        email: count % 2 ? 'AMINA@elimu.test' : ' amina@ELIMU.test ',
        from: `10.0.0.${count}`,
      })
    expect(await tryToSignIn(test, { from: '10.0.0.99' })).toMatchObject({ status: 429 })
  })

  it('refuses those that wait for a refused one without counting them', async () => {
    const test = await openWithCast()
    const { id, role_id: role } = administrator
    const change = changeAs(test, { id, name: 'Amina', role, notifications_admin: false })
    const limits = signInLimits(administrator.email, '127.0.0.1')
    const counted = await Promise.allSettled(times(3 * PER_ACCOUNT, () => countAttempt(change, limits)))
    expect(counted.filter(({ status }) => status === 'fulfilled')).toHaveLength(PER_ACCOUNT)
    const counts = await test.db.selectFrom('attempts').select('count').execute()
    expect(counts).toEqual(limits.map(() => ({ count: PER_ACCOUNT })))
  })

  it('counts those of one account one after another, so that they occupy one connection', async () => {
    const test = await openWithCast()
    const { id, role_id: role } = administrator
    const change = changeAs(test, { id, name: 'Amina', role, notifications_admin: false })
    const atOnce: number[] = []
    let running = 0
    const watched: typeof change = async (work) => {
      atOnce.push((running += 1))
      return change(work).finally(() => (running -= 1))
    }
    const limits = signInLimits(administrator.email, '127.0.0.1')
    await Promise.all(times(PER_ACCOUNT, () => countAttempt(watched, limits)))
    expect(atOnce).toEqual(times(PER_ACCOUNT, () => 1))
  })

  it('counts unknown addresses like known ones, so that counts do not reveal which are known', async () => {
    const test = await openWithCast()
    const email = 'nobody@elimu.test'
    expect(await statuses(times(PER_ACCOUNT + 2, () => tryToSignIn(test, { email })))).toEqual({
      422: PER_ACCOUNT,
      429: 2,
    })
  })

  it('forgets the wrong ones of an account that then signs in', async () => {
    const test = await openWithCast()
    for (let count = 1; count < PER_ACCOUNT; count++) await tryToSignIn(test)
    expect(await tryToSignIn(test, { password: PASSWORD })).toMatchObject({ status: 200 })
    expect(await statuses(times(PER_ACCOUNT, () => tryToSignIn(test)))).toEqual({ 422: PER_ACCOUNT })
  })

  it('lets a burst of 50 at once get no further than a queue', async () => {
    const test = await openWithCast()
    expect(await statuses(times(50, () => tryToSignIn(test)))).toEqual({
      422: PER_ACCOUNT,
      429: 50 - PER_ACCOUNT,
    })
  })

  it('refuses an IP address after 100 attempts on any accounts', async () => {
    const test = await openWithCast()
    await tryToSignIn(test, { from: '203.0.113.7' })
    await test.db
      .updateTable('attempts')
      .set({ count: PER_ADDRESS - 1 })
      .execute()
    const other = { email: director.email, password: PASSWORD }
    expect(await tryToSignIn(test, { email: 'x@elimu.test', from: '203.0.113.7' })).toMatchObject({
      status: 422,
    })
    expect(await tryToSignIn(test, { ...other, from: '203.0.113.7' })).toMatchObject({
      status: 429,
      headers: { 'retry-after': '900' },
    })
    expect(await tryToSignIn(test, { ...other, from: '203.0.113.8' })).toMatchObject({ status: 200 })
  })

  it('write nothing once a limit is used up, whichever account they name', async () => {
    const test = await openWithCast()
    await statuses(times(PER_ACCOUNT, () => tryToSignIn(test)))
    const before = await storedCounts(test)
    expect(await tryToSignIn(test)).toMatchObject({ status: 429 })
    expect(await storedCounts(test)).toEqual(before)

    await test.db.updateTable('attempts').set({ count: PER_ADDRESS }).execute()
    const others = (index: number) => tryToSignIn(test, { email: `guess${index}@elimu.test` })
    expect(await statuses(times(50, others))).toEqual({ 429: 50 })
    expect((await storedCounts(test)).map(({ key }) => key)).toEqual(before.map(({ key }) => key))
  })

  it('counts an IPv6 network of /64 as one address', async () => {
    const test = await openWithCast()
    await tryToSignIn(test, { from: '2001:db8:1:2::1' })
    await test.db.updateTable('attempts').set({ count: PER_ADDRESS }).execute()
    const other = { email: director.email, password: PASSWORD }
    expect(await tryToSignIn(test, { ...other, from: '2001:db8:1:2:ffff::9' })).toMatchObject({ status: 429 })
    expect(await tryToSignIn(test, { ...other, from: '2001:db8:1:3::1' })).toMatchObject({ status: 200 })
  })

  it('are counted in the database, for all processes together', async () => {
    const test = await openWithCast()
    const second = await openTestApp({ beside: test })
    for (let count = 1; count <= PER_ACCOUNT; count++) await tryToSignIn(count % 2 ? test : second)
    expect(await tryToSignIn(test)).toMatchObject({ status: 429 })
    expect(await tryToSignIn(second)).toMatchObject({ status: 429 })
  })

  it('leave a device alone on which its user signed in before', async () => {
    const test = await openWithCast()
    const own = await test.signInByPassword(administrator)
    const tryOn = (client: TestClient, email = administrator.email, password = PASSWORD) =>
      client.post('/api/login', { email, password })
    // Strangers use up the counts of this account, of others, and of the office's network.
    await tryToSignIn(test)
    await tryToSignIn(test, { email: director.email })
    await test.db.updateTable('attempts').set({ count: PER_ADDRESS }).execute()
    expect(await tryToSignIn(test, { password: PASSWORD })).toMatchObject({ status: 429 })

    expect(await tryOn(own)).toMatchObject({ status: 200 })
    // The device's cookie is not valid for another user or another device.
    const mark = own.cookies.get(`elimu_device_${administrator.id}`) ?? ''
    for (const [user, value] of [
      [director, mark],
      [administrator, `x${mark}`],
      [administrator, mark.slice(0, -1)],
      [administrator, '.'],
    ] as const) {
      const forger = test.client()
      forger.cookies.set(`elimu_device_${user.id}`, value)
      expect(await tryOn(forger, user.email)).toMatchObject({ status: 429 })
    }
  })

  it('mark a device for half a year, out of reach of scripts and other sites', async () => {
    const test = await openWithCast({ settings: { APP_URL: 'https://elimu.example.org' } })
    const { headers } = await tryToSignIn(test, { password: PASSWORD })
    expect(headers['set-cookie']).toContainEqual(
      expect.stringMatching(
        /^elimu_device_1=[\w.-]+; Max-Age=15552000; Path=\/api\/login; HttpOnly; Secure; SameSite=Strict$/,
      ),
    )
  })

  it('leave alone the device on which a new password was chosen, and no longer those of the old one', async () => {
    const test = await openWithCast()
    const [old, own] = [await test.signInByPassword(administrator), test.client()]
    const password = 'Mbuyu~Tree!7'
    const link = await linkFor(test, administrator.id, 'change')
    await own.post(`/api/changepsw/${link}`, { password, c_password: password })
    await statuses(times(PER_ACCOUNT, () => tryToSignIn(test)))
    const tryOn = (client: TestClient) => client.post('/api/login', { email: administrator.email, password })
    await old.get('/sanctum/csrf-cookie')
    expect(await tryOn(old)).toMatchObject({ status: 429 })
    expect(await tryOn(own)).toMatchObject({ status: 200 })
  })

  it('are counted for a known device too, which may be stolen', async () => {
    const test = await openWithCast()
    const own = await test.signInByPassword(administrator)
    const guess = (password: string) => own.post('/api/login', { email: administrator.email, password })
    expect(await statuses(times(PER_ACCOUNT + 1, () => guess('Guess#2026')))).toEqual({
      422: PER_ACCOUNT,
      429: 1,
    })
    expect(await guess(PASSWORD)).toMatchObject({ status: 429, headers: { 'retry-after': '900' } })
    expect(await tryToSignIn(test, { password: PASSWORD })).toMatchObject({ status: 200 })
    test.clock.step(15 * MINUTE)
    expect(await guess(PASSWORD)).toMatchObject({ status: 200 })
  })

  it('believes X-Forwarded-For only of a trusted proxy', async () => {
    const headers = { 'x-forwarded-for': '198.51.100.4' }
    const untrusting = await openWithCast()
    await tryToSignIn(untrusting, { headers })
    expect(await keys(untrusting)).toContain('sign-in address 127.0.0.1')

    const trusting = await openWithCast({ settings: { TRUST_PROXY: '127.0.0.1' } })
    await tryToSignIn(trusting, { headers })
    expect(await keys(trusting)).toContain('sign-in address 198.51.100.4')
    await tryToSignIn(trusting, { headers, from: '192.0.2.1' })
    expect(await keys(trusting)).toContain('sign-in address 192.0.2.1')
  })

  it('clears away counts that ended long ago', async () => {
    const test = await openWithCast()
    await tryToSignIn(test, { email: 'nobody@elimu.test' })
    test.clock.step(25 * 60 * MINUTE)
    await test.signInByPassword(administrator)
    expect(await keys(test)).toEqual(['sign-in address 127.0.0.1'])
  })
})

describe('requests for a link', () => {
  const ask = (test: TestApp, email: string, from = '127.0.0.1') =>
    test.client({ remoteAddress: from }).post('/api/forgotpsw', { email })

  it('write one letter a minute to an address, asked of several processes at once or one after the other', async () => {
    const test = await openWithCast()
    const second = await openTestApp({ beside: test })
    const written = async () => (await lettersOf(test)).map(({ id }) => id)
    const either = (i: number) => ask(i % 2 ? test : second, administrator.email.toUpperCase(), `10.0.0.${i}`)
    expect(await statuses(times(10, either))).toEqual({ 200: 10 })
    const first = await written()
    expect(first).toHaveLength(1)

    test.clock.step(MINUTE - 1)
    expect(await ask(test, administrator.email)).toMatchObject({ status: 200, body: { success: true } })
    expect(await written()).toEqual(first)
    test.clock.step(1)
    await ask(test, administrator.email)
    expect(await written()).not.toEqual(first)
  })

  it('are refused after 50 from one network', async () => {
    const test = await openWithCast()
    await statuses(times(50, (i) => ask(test, `nobody${i}@elimu.test`, '203.0.113.7')))
    expect(await ask(test, administrator.email, '203.0.113.7')).toMatchObject({ status: 429 })
    expect(await ask(test, administrator.email, '203.0.113.8')).toMatchObject({ status: 200 })
  })
})

it.for([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:0001:0002::1', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
])('counts %s under %s', ([ip = '', expected]) => expect(network(ip)).toBe(expected))

const storedCounts = ({ db }: TestApp) => db.selectFrom('attempts').selectAll().orderBy('key').execute()

const keys = async (test: TestApp) => (await storedCounts(test)).map(({ key }) => key)
