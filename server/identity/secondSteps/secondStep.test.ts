import { describe, expect, it } from 'vitest'
import { accountMessages } from '#contract/identity/account.ts'
import { authMessages } from '#contract/identity/auth.ts'
import { fileOf, restore } from '../../testing/backups/backups.ts'
import {
  codeOf,
  dataOf,
  enterCode,
  setUpApp,
  setUpPasskey,
  statusesOf,
  waitingFor,
} from '../../testing/data/secondSteps.ts'
import { linkFor } from '../../testing/mail/links.ts'
import { MINUTE, SECOND } from '../../testing/steppedClock.ts'
import { openTestApp, openWithCast } from '../../testing/testApp.ts'
import { openSharedDatabase, type TestDatabase } from '../../testing/database/testDatabase.ts'
import { cast, PASSWORD } from '../../testing/data/users.ts'

const { liaison, administrator } = cast
const NEW = 'Mbuyu~Tree!7'
const refusedCode = (words: string) => ({ status: 422, body: { message: words, errors: { code: [words] } } })

async function openWithApp(database?: TestDatabase) {
  const test = await openWithCast({ ...(database && { database }) })
  const owner = await test.signIn(liaison)
  return { test, owner, ...(await setUpApp(test, owner)) }
}

describe('signing in with an authenticator app', () => {
  it('asks for a code after the password, and the waiting session opens nothing else', async () => {
    const { test, secret } = await openWithApp()
    const client = test.client()
    const answer = await client.post('/api/login', { email: liaison.email, password: PASSWORD })
    expect(answer.body).toEqual({ success: true, next: 'second_step', kinds: ['totp', 'recovery'] })
    expect(await client.get('/api/session')).toMatchObject({ status: 401, body: { code: 'second_step' } })
    expect(await client.get('/api/students')).toMatchObject({ status: 401 })

    expect(await enterCode(client, codeOf(secret, test))).toMatchObject({
      status: 200,
      body: { success: true, message: authMessages.signedIn, data: { id: liaison.id } },
    })
    expect(await client.get('/api/students')).toMatchObject({ status: 200 })
  })

  it('gets a new session id, and the waiting one opens nothing', async () => {
    const { test, secret } = await openWithApp()
    const client = await waitingFor(test, liaison)
    const waiting = client.cookies.get('elimu_session') ?? ''
    await enterCode(client, codeOf(secret, test))
    expect(client.cookies.get('elimu_session')).not.toBe(waiting)
    client.cookies.set('elimu_session', waiting)
    expect(await client.get('/api/session')).toMatchObject({ status: 401 })
  })

  it('does not say whether a code was right before the password is', async () => {
    const { test } = await openWithApp()
    const answer = await test.client().post('/api/login', { email: liaison.email, password: 'Wrong#2026' })
    expect(answer).toMatchObject({ status: 422, body: { message: authMessages.wrongSignIn } })
    const stranger = test.client()
    expect(await enterCode(stranger, '123456')).toMatchObject({ status: 401 })
  })

  it('accepts the code of the step before and after, each once, also at the same moment', async () => {
    const { test, secret } = await openWithApp()
    for (const drift of [-30 * SECOND, 30 * SECOND]) {
      const code = codeOf(secret, test, drift)
      const clients = await Promise.all([1, 2, 3].map(() => waitingFor(test, liaison)))
      const answers = await Promise.all(clients.map((client) => enterCode(client, code)))
      expect(statusesOf(answers)).toEqual([200, 422, 422])
      expect(answers.find(({ status }) => status === 422)).toMatchObject(
        refusedCode(accountMessages.usedCode),
      )
    }
  })

  it.for([
    ['behind', -1],
    ['ahead', 1],
  ] as const)('accepts a code of a clock that is a minute %s, and says so', async ([words, minutes]) => {
    const { test, secret } = await openWithApp()
    // A minute ago the set-up used a code.
    test.clock.step(MINUTE)
    const code = codeOf(secret, test, minutes * MINUTE)
    const clients = await Promise.all([1, 2].map(() => waitingFor(test, liaison)))
    const answers = await Promise.all(clients.map((client) => enterCode(client, code)))
    expect(statusesOf(answers)).toEqual([200, 422])
    expect(answers.find(({ status }) => status === 200)?.body).toMatchObject({
      data: { id: liaison.id },
      notice: accountMessages.clockIsMinuteOff(words),
    })
    const other = await waitingFor(test, liaison)
    const within = await enterCode(other, codeOf(secret, test, (minutes * MINUTE) / 2))
    expect(within.body).not.toHaveProperty('notice')
  })

  it('accepts a code once only, in whichever step it is entered again', async () => {
    const { test, secret } = await openWithApp()
    const code = codeOf(secret, test, MINUTE)
    expect((await enterCode(await waitingFor(test, liaison), code)).status).toBe(200)
    // From a minute early to a minute late.
    for (let step = -2; step <= 2; step++) {
      expect(await enterCode(await waitingFor(test, liaison), code)).toMatchObject(
        refusedCode(accountMessages.usedCode),
      )
      test.clock.step(30 * SECOND)
    }
  })

  it.for([
    ['behind', 2, -2],
    ['ahead', 5, 5],
  ] as const)(
    'says that the clock of the phone is %s by %i min, without letting it in',
    async ([words, off, minutes]) => {
      const { test, secret } = await openWithApp()
      const client = await waitingFor(test, liaison)
      const code = codeOf(secret, test, minutes * MINUTE)
      expect(await enterCode(client, code)).toMatchObject(refusedCode(accountMessages.clockIsOff(off, words)))
      // The hint says that the code is genuine, so it cannot be used later either.
      test.clock.step(5 * MINUTE)
      expect((await enterCode(client, code)).status).toBe(422)
      expect((await enterCode(client, codeOf(secret, test, 30 * SECOND))).status).toBe(200)
    },
  )

  it('refuses wrong codes, and those of another user', async () => {
    const { test, secret } = await openWithApp()
    const other = await setUpApp(test, await test.signIn(administrator))
    const client = await waitingFor(test, liaison)
    expect(await enterCode(client, codeOf(other.secret, test))).toMatchObject(
      refusedCode(accountMessages.wrongCode),
    )
    for (const code of ['12345', 'abcdef', '1234567'])
      expect((await enterCode(client, code)).status).toBe(422)
    expect((await enterCode(client, codeOf(secret, test))).status).toBe(200)
  })

  it('ends the wait after ten minutes', async () => {
    const { test, secret } = await openWithApp()
    const client = await waitingFor(test, liaison)
    test.clock.step(10 * MINUTE + SECOND)
    expect(await enterCode(client, codeOf(secret, test))).toMatchObject({ status: 401 })
  })

  it('lets none of 1,000 guesses in, and warns the owner, who still signs in on a known device', async () => {
    const { test, secret } = await openWithApp()
    const known = await waitingFor(test, liaison)
    await enterCode(known, codeOf(secret, test))
    test.clock.step(MINUTE)

    const thieves = [await waitingFor(test, liaison), await waitingFor(test, liaison)]
    const right = codeOf(secret, test)
    // The right code comes once the guesses are limited.
    const guesses = Array.from({ length: 999 }, (_, n) => String(n).padStart(6, '0'))
      .filter((guess) => guess !== right)
      .concat(right)
    const guess = (code: string, n: number) => enterCode(thieves[n % 2] ?? known, code)
    const answers = await Promise.all(guesses.map(guess))
    expect(answers.filter(({ status }) => status === 200)).toEqual([])
    expect(answers.filter(({ status }) => status === 422).length).toBe(10)
    expect(answers.at(-1)).toMatchObject({ status: 429, body: { message: authMessages.tooManyAttempts } })
    expect(answers.at(-1)?.headers['retry-after']).toBeTruthy()

    await known.post('/api/login', { email: liaison.email, password: PASSWORD })
    expect((await enterCode(known, right)).status).toBe(200)
    const warnings = () =>
      test.db.selectFrom('letters').select('text').where('subject', 'like', 'Somebody may%').execute()
    expect(await warnings()).toMatchObject([{ text: expect.stringContaining('wrong 10 times within a day') }])

    // Further guesses on that day cause no other letter.
    test.clock.step(16 * MINUTE)
    const later = await waitingFor(test, liaison)
    for (let tries = 0; tries < 10; tries++) await enterCode(later, '000000')
    expect(await warnings()).toHaveLength(1)
  })

  it('cannot be blocked on a known device by a stranger in the same network', async () => {
    const { test, secret } = await openWithApp()
    const known = await waitingFor(test, liaison)
    await enterCode(known, codeOf(secret, test))
    test.clock.step(MINUTE)
    // As after 100 wrong passwords.
    const expires_at = new Date(test.clock().getTime() + 15 * MINUTE).toISOString()
    await test.db
      .insertInto('attempts')
      .values({ key: 'sign-in address 127.0.0.1', count: 100, expires_at })
      .onConflict((on) => on.column('key').doUpdateSet({ count: 100, expires_at }))
      .execute()
    const stranger = await test.client().post('/api/login', { email: liaison.email, password: PASSWORD })
    expect(stranger.status).toBe(429)
    await known.post('/api/login', { email: liaison.email, password: PASSWORD })
    expect((await enterCode(known, codeOf(secret, test))).status).toBe(200)
  })

  it('is counted for its account, and guesses at it leave the sign-ins of the network alone', async () => {
    const { test, secret } = await openWithApp()
    const thief = await waitingFor(test, liaison)
    const guesses = await Promise.all(Array.from({ length: 120 }, () => enterCode(thief, '000000')))
    expect(statusesOf(guesses).filter((status) => status !== 429)).toEqual(Array(10).fill(422))
    expect((await enterCode(thief, codeOf(secret, test))).status).toBe(429)

    const other = { email: administrator.email, password: PASSWORD }
    expect((await test.client().post('/api/login', other)).status).toBe(200)
    const counted = test.db.selectFrom('attempts').select(['key', 'count']).orderBy('key')
    expect(await counted.execute()).toMatchObject([
      { key: `second step account ${liaison.id}`, count: 10 },
      { key: 'sign-in address 127.0.0.1', count: 0 },
      { key: `wrong second steps ${liaison.id}` },
    ])
  })

  it('still counts earlier guesses after a link has set a new password', async () => {
    const { test, secret } = await openWithApp()
    const thief = test.client()
    const signIn = async () => {
      const link = await linkFor(test, liaison.id, 'change')
      await thief.post(`/api/changepsw/${link}`, { password: NEW, c_password: NEW })
      // The waiting session has ended, so that the page fetches another forgery token.
      await thief.get('/sanctum/csrf-cookie')
      await thief.post('/api/login', { email: liaison.email, password: NEW })
    }
    await signIn()
    for (let tries = 0; tries < 10; tries++) await enterCode(thief, '000000')
    await signIn()
    expect((await enterCode(thief, codeOf(secret, test))).status).toBe(429)
  })

  it('is not completed twice, and not after the session was ended', async () => {
    const { test, secret, recovery_codes } = await openWithApp()
    const client = await waitingFor(test, liaison)
    const codes = [codeOf(secret, test), recovery_codes[0] ?? '', recovery_codes[1] ?? '']
    const copies = codes.map(() => {
      const copy = test.client()
      for (const [name, value] of client.cookies) copy.cookies.set(name, value)
      return copy
    })
    const answers = await Promise.all(copies.map((copy, n) => enterCode(copy, codes[n] ?? '')))
    expect(statusesOf(answers)).toEqual([200, 401, 401])
  })
})

describe('recovery codes', () => {
  it('serve in place of a code, each once, and a letter says so', async () => {
    const { test, recovery_codes } = await openWithApp()
    expect(new Set(recovery_codes).size).toBe(10)
    const [code = ''] = recovery_codes
    expect(code).toMatch(/^([A-Z2-9]{4}-){3}[A-Z2-9]{4}$/)
    const typed = code.toLowerCase().replaceAll('-', ' ')
    const clients = await Promise.all([1, 2].map(() => waitingFor(test, liaison)))
    const answers = await Promise.all(clients.map((client) => enterCode(client, typed, { kind: 'recovery' })))
    expect(statusesOf(answers)).toEqual([200, 422])
    expect(answers.find(({ status }) => status === 422)).toMatchObject(
      refusedCode(accountMessages.usedRecoveryCode),
    )
    const letters = await test.db.selectFrom('letters').selectAll().orderBy('id').execute()
    expect(letters.at(-1)?.subject).toContain('A recovery code was used')
    expect(letters.at(-1)?.text).toContain('9 of your codes are left')
  })

  it('of another user are refused', async () => {
    const { test } = await openWithApp()
    const other = await setUpApp(test, await test.signIn(administrator))
    const client = await waitingFor(test, liaison)
    expect(await enterCode(client, other.recovery_codes[0] ?? '')).toMatchObject(
      refusedCode(accountMessages.wrongRecoveryCode),
    )
  })
})

describe('with another APP_SECRET', () => {
  const elsewhere = { APP_SECRET: 'another secret, as on a server that was restored elsewhere' }

  it('codes cannot be checked, which the answer says, and recovery codes still work', async () => {
    const { test, secret, recovery_codes } = await openWithApp()
    const moved = await openTestApp({ beside: test, settings: elsewhere })
    const client = moved.client()
    const answer = await client.post('/api/login', { email: liaison.email, password: PASSWORD })
    expect(answer.body).toEqual({
      success: true,
      next: 'second_step',
      kinds: ['recovery'],
      code: 'app_unreadable',
      message: accountMessages.appUnreadable(['recovery']),
    })
    expect((await enterCode(client, codeOf(secret, test))).status).toBe(422)
    expect((await enterCode(client, recovery_codes[0] ?? '')).status).toBe(200)
  })

  it.for([
    ['a passkey and recovery codes', true, 'Use a passkey or a recovery code,'],
    ['a passkey alone', false, 'Use a passkey,'],
  ] as const)('names what a user with %s can use', async ([, hasCodes, words]) => {
    const { test, owner } = await openWithApp()
    await setUpPasskey(owner)
    if (!hasCodes) await test.db.deleteFrom('recovery_codes').execute()
    const moved = await openTestApp({ beside: test, settings: elsewhere })
    const answer = await moved.client().post('/api/login', { email: liaison.email, password: PASSWORD })
    expect(answer.body).toMatchObject({ message: expect.stringContaining(words) })
  })

  it('so do they after a restore elsewhere, of a backup whose manifest contains no secret', async () => {
    const { test, secret, recovery_codes } = await openWithApp(await openSharedDatabase())
    const there = await openSharedDatabase({ isEmpty: true })
    const { manifest } = await restore(await fileOf(test), there, elsewhere)
    for (const text of [secret, ...recovery_codes]) expect(JSON.stringify(manifest)).not.toContain(text)

    const moved = await openTestApp({ database: there, settings: elsewhere, clock: test.clock })
    const client = await waitingFor(moved, liaison)
    expect((await enterCode(client, recovery_codes[0] ?? '')).status).toBe(200)
    const steps = async () => dataOf(await client.get('/api/account/security')).steps
    expect(await steps()).toMatchObject([{ kind: 'totp', is_readable: false }])
    // The app is removed and set up again.
    await setUpApp(moved, client)
    const [old] = await steps()
    expect((await client.change('DELETE', `/api/account/second-steps/${old?.id}`)).status).toBe(200)
    expect(await steps()).toMatchObject([{ kind: 'totp', is_readable: true }])
  })

  it('so do they if the stored secret is damaged', async () => {
    const { test } = await openWithApp()
    await test.db.updateTable('second_steps').set({ secret: '' }).execute()
    const answer = await test.client().post('/api/login', { email: liaison.email, password: PASSWORD })
    expect(answer.body).toMatchObject({ kinds: ['recovery'], code: 'app_unreadable' })
  })

  it('and without recovery codes the answer says to ask an administrator', async () => {
    const { test } = await openWithApp()
    await test.db.updateTable('recovery_codes').set({ used_at: test.clock().toISOString() }).execute()
    const moved = await openTestApp({ beside: test, settings: elsewhere })
    const answer = await moved.client().post('/api/login', { email: liaison.email, password: PASSWORD })
    expect(answer.body).toMatchObject({ kinds: [], code: 'no_usable_step' })
  })
})

describe('a remembered device', () => {
  async function remember() {
    const opened = await openWithApp()
    await setUpPasskey(opened.owner)
    const client = await waitingFor(opened.test, liaison)
    const answer = await enterCode(client, codeOf(opened.secret, opened.test), { remember: true })
    expect(answer.status).toBe(200)
    return {
      ...opened,
      client,
      again: async (password = PASSWORD) => {
        // The session may have ended, so that the page fetches another forgery token.
        await client.get('/sanctum/csrf-cookie')
        return client.post('/api/login', { email: liaison.email, password })
      },
    }
  }

  it('needs no second step for 30 days', async () => {
    const { test, client, again } = await remember()
    expect((await again()).body).toMatchObject({ message: authMessages.signedIn })
    expect(await client.post('/api/account/recovery-codes')).toMatchObject({
      status: 403,
      body: { code: 'confirm_again' },
    })
    test.clock.step(30 * 24 * 60 * MINUTE + SECOND)
    expect((await again()).body).toMatchObject({ next: 'second_step' })
  })

  it('asks another user of the same computer for the second step', async () => {
    const { test, client } = await remember()
    await setUpApp(test, await test.signIn(administrator))
    const [cookie = ''] = [...client.cookies]
      .filter(([name]) => name.startsWith('elimu_remembered'))
      .map(([, v]) => v)
    const copied = test.client()
    copied.cookies.set(`elimu_remembered_${administrator.id}`, cookie)
    for (const browser of [client, copied]) {
      await browser.get('/sanctum/csrf-cookie')
      const answer = await browser.post('/api/login', { email: administrator.email, password: PASSWORD })
      expect(answer.body).toMatchObject({ next: 'second_step' })
    }
    expect(
      JSON.stringify(await test.db.selectFrom('remembered_devices').selectAll().execute()),
    ).not.toContain(cookie)
  })

  const newPassword = { old_password: PASSWORD, password: NEW, c_password: NEW }
  it.for<[string, (opened: Awaited<ReturnType<typeof remember>>) => Promise<unknown>, string?]>([
    ['when a second step is added', ({ test, owner }) => setUpApp(test, owner)],
    [
      'when a second step is removed',
      ({ owner, id }) => owner.change('DELETE', `/api/account/second-steps/${id}`),
    ],
    ['with a new password', ({ owner }) => owner.post('/api/account/password', newPassword), NEW],
    ['by its user', ({ owner }) => owner.change('DELETE', '/api/account/devices')],
  ])('is forgotten %s', async ([, change, password]) => {
    const opened = await remember()
    await change(opened)
    expect((await opened.again(password)).body).toMatchObject({ next: 'second_step' })
  })
})
