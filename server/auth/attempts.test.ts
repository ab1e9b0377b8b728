import { describe, expect, it } from 'vitest'
import { MINUTE } from '../testing/steppedClock.ts'
import { openTestApp, type TestApp } from '../testing/testApp.ts'
import type { Answer } from '../testing/testClient.ts'
import { addCast, cast, PASSWORD } from '../testing/users.ts'
import { network } from './attempts.ts'

const PER_ACCOUNT = 10
const PER_ADDRESS = 100
const { administrator, director } = cast

async function openWithCast(settings: Record<string, string> = {}): Promise<TestApp> {
  const test = await openTestApp({ settings })
  await addCast(test.db)
  return test
}

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

  it('counts unknown addresses alike, which tells nobody whether they are known', async () => {
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

  it('refuses an address after 100, whatever accounts it tries', async () => {
    const test = await openWithCast()
    await statuses(times(PER_ADDRESS, () => tryToSignIn(test, { from: '203.0.113.7' })))
    const other = { email: director.email, password: PASSWORD }
    expect(await tryToSignIn(test, { ...other, from: '203.0.113.7' })).toMatchObject({
      status: 429,
      headers: { 'retry-after': '900' },
    })
    expect(await tryToSignIn(test, { ...other, from: '203.0.113.8' })).toMatchObject({ status: 200 })
  })

  it('counts an IPv6 network of /64 as one address', async () => {
    const test = await openWithCast()
    await statuses(times(PER_ADDRESS, (i) => tryToSignIn(test, { from: `2001:db8:1:2::${i.toString(16)}` })))
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

  it('believes X-Forwarded-For only of a trusted proxy', async () => {
    const headers = { 'x-forwarded-for': '198.51.100.4' }
    const untrusting = await openWithCast()
    await tryToSignIn(untrusting, { headers })
    expect(await keys(untrusting)).toContain('sign-in address 127.0.0.1')

    const trusting = await openWithCast({ TRUST_PROXY: '127.0.0.1' })
    await tryToSignIn(trusting, { headers })
    expect(await keys(trusting)).toContain('sign-in address 198.51.100.4')
    await tryToSignIn(trusting, { headers, from: '192.0.2.1' })
    expect(await keys(trusting)).toContain('sign-in address 192.0.2.1')
  })

  it('clears away counts that ended long ago', async () => {
    const test = await openWithCast()
    await tryToSignIn(test, { email: 'nobody@elimu.test' })
    test.clock.step(25 * 60 * MINUTE)
    await test.signIn(administrator)
    expect(await keys(test)).toEqual(['sign-in address 127.0.0.1'])
  })
})

describe('requests for a link', () => {
  const ask = (test: TestApp, email: string, from = '127.0.0.1') =>
    test.client({ remoteAddress: from }).post('/api/forgotpsw', { email })

  it('are refused after 5 for an address, known or not, for an hour', async () => {
    const test = await openWithCast()
    for (const email of [administrator.email, 'nobody@elimu.test']) {
      expect(await statuses(times(7, () => ask(test, email)))).toEqual({ 200: 5, 429: 2 })
      expect(await ask(test, email)).toMatchObject({ headers: { 'retry-after': '3600' } })
    }
    test.clock.step(60 * MINUTE)
    expect(await ask(test, administrator.email)).toMatchObject({ status: 200 })
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

async function keys({ db }: TestApp): Promise<string[]> {
  const rows = await db.selectFrom('attempts').select('key').orderBy('key').execute()
  return rows.map(({ key }) => key)
}
