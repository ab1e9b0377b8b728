import { describe, expect, it } from 'vitest'
import { accountMessages } from '#contract/identity/account.ts'
import { authMessages } from '#contract/identity/auth.ts'
import {
  codeOf,
  dataOf,
  enterCode,
  passkeyOptions,
  setUpApp,
  setUpPasskey,
  waitingFor,
} from '../../testing/data/secondSteps.ts'
import { historyOf } from '../../testing/database/storedRows.ts'
import { HOUR, MINUTE } from '../../testing/steppedClock.ts'
import { openSignedIn, openWithCast, type TestApp } from '../../testing/testApp.ts'
import type { TestClient } from '../../testing/testClient.ts'
import { cast, PASSWORD } from '../../testing/data/users.ts'

const { administrator, director, liaison } = cast
const NEW = 'Mbuyu~Tree!7'
const confirmAgain = { status: 403, body: { code: 'confirm_again' } }

const securityOf = async (client: TestClient) => dataOf(await client.get('/api/account/security'))
const lettersOf = async ({ db }: TestApp) =>
  (await db.selectFrom('letters').selectAll().orderBy('id').execute()).map(({ subject }) => subject)
const statusOf = async (client: TestClient) => (await client.get('/api/session')).status

describe('the second steps of an account', () => {
  it('are added, renamed and removed, each with a letter and an entry of the history', async () => {
    const { test, client } = await openSignedIn('liaison')
    expect(await securityOf(client)).toMatchObject({
      email: liaison.email,
      required: false,
      due: null,
      passkeys: true,
      steps: [],
      recovery: { left: 0, made_at: null, used_at: null },
      devices: [],
      ended: [],
    })
    const app = await setUpApp(test, client)
    expect(app.uri).toMatch(
      /^otpauth:\/\/totp\/Elimu:lydia%40elimu\.test\?issuer=Elimu&secret=[A-Z2-7]{32}&algorithm=SHA1&digits=6&period=30$/,
    )
    await setUpPasskey(client)
    expect(
      (await client.change('PATCH', `/api/account/second-steps/${app.id}`, { name: 'Old phone' })).status,
    ).toBe(200)
    expect(await securityOf(client)).toMatchObject({
      steps: [
        { kind: 'totp', name: 'Old phone', used_at: null, is_readable: true },
        { kind: 'passkey', name: 'Laptop' },
      ],
      recovery: { left: 10 },
    })
    expect((await client.change('DELETE', `/api/account/second-steps/${app.id}`)).status).toBe(200)
    expect((await client.post('/api/account/recovery-codes')).status).toBe(200)
    expect((await lettersOf(test)).map((subject) => subject.split(' - ')[0])).toEqual([
      'A second step was added',
      'A second step was added',
      'A second step was renamed',
      'A second step was removed',
      'New recovery codes were made',
    ])
    expect(await historyOf(test)).toMatchObject([
      { action: 'added a second step', changes: { second_step: [null, 'Authenticator app: Phone'] } },
      { action: 'added a second step', changes: { second_step: [null, 'Passkey: Laptop'] } },
      { action: 'renamed a second step', changes: { second_step: ['Phone', 'Old phone'] } },
      { action: 'removed a second step', changes: { second_step: ['Authenticator app: Old phone', null] } },
      { action: 'made new recovery codes' },
    ])
  })

  it('never appear with their secrets in a log, a letter, the history, an answer or the database', async () => {
    const { test, client } = await openSignedIn('liaison')
    const { secret, recovery_codes } = await setUpApp(test, client)
    await enterCode(await waitingFor(test, liaison), recovery_codes[0] ?? '')
    const stored: unknown[] = []
    for (const table of [
      'letters',
      'history',
      'second_steps',
      'recovery_codes',
      'sessions',
      'used_once',
    ] as const)
      stored.push(await test.db.selectFrom(table).selectAll().execute())
    const everything = JSON.stringify(stored) + test.logged() + JSON.stringify(await securityOf(client))
    for (const text of [secret, ...recovery_codes, recovery_codes[0]?.replaceAll('-', '') ?? ''])
      expect(everything).not.toContain(text)
  })

  it('end the other sessions with the first one, of which the letter says so', async () => {
    const { test, client } = await openSignedIn('liaison')
    const other = await test.signIn(liaison)
    await setUpApp(test, client)
    expect([await statusOf(client), await statusOf(other)]).toEqual([200, 401])
    expect((await securityOf(client)).ended).toMatchObject([{ how: 'step_added' }])
    const another = await test.signIn(liaison)
    await setUpPasskey(client)
    expect([await statusOf(client), await statusOf(another)]).toEqual([200, 200])
    const letters = await test.db.selectFrom('letters').select('text').orderBy('id').execute()
    expect(letters.map(({ text }) => text.includes('All other sessions have ended.'))).toEqual([true, false])
  })

  it('do not count before their first code, which is refused if it is wrong or late', async () => {
    const { test, client } = await openSignedIn('liaison')
    const begin = async () =>
      dataOf(await client.post('/api/account/second-steps', { kind: 'totp', name: 'Phone' }))
    const { id, secret } = await begin()
    const confirm = (code: string) => client.post(`/api/account/second-steps/${id}/confirm`, { code })
    expect(await confirm('000000')).toMatchObject({
      status: 422,
      body: { errors: { code: [accountMessages.wrongCode] } },
    })
    expect(
      (await test.client().post('/api/login', { email: liaison.email, password: PASSWORD })).body,
    ).toMatchObject({
      message: authMessages.signedIn,
    })
    const other = await test.signIn(director)
    const stolen = await other.post(`/api/account/second-steps/${id}/confirm`, { code: codeOf(secret, test) })
    expect(stolen).toMatchObject({ status: 409, body: { message: accountMessages.notPending } })
    await begin()
    expect(await confirm(codeOf(secret, test))).toMatchObject({ status: 409 })
  })

  it('of others cannot be renamed or removed', async () => {
    const { test, client } = await openSignedIn('liaison')
    const { id } = await setUpApp(test, client)
    const other = await test.signIn(director)
    expect((await other.change('PATCH', `/api/account/second-steps/${id}`, { name: 'x' })).status).toBe(404)
    expect((await other.change('DELETE', `/api/account/second-steps/${id}`)).status).toBe(404)
  })

  it('lose the codes with the last one, which stays while it is required', async () => {
    const { test, client } = await openSignedIn('director')
    const { id } = await setUpApp(test, client)
    const remove = () => client.change('DELETE', `/api/account/second-steps/${id}`)
    expect(await remove()).toMatchObject({ status: 409, body: { message: accountMessages.lastRequired } })
    await test.db.updateTable('sign_in_rule').set({ required: 'nobody' }).execute()
    expect((await remove()).status).toBe(200)
    expect(await securityOf(client)).toMatchObject({ steps: [], recovery: { left: 0 } })
    expect(await client.post('/api/account/recovery-codes')).toMatchObject({ status: 409 })
  })
})

describe('confirming again', () => {
  it('is needed to give a role of 1 to 3 to a new user, or an email to any user', async () => {
    const { test, client } = await openSignedIn('director')
    test.clock.step(11 * MINUTE)
    const person = { first_name: 'Zawadi', last_name: 'Achieng' }
    const register = (role_id: number) =>
      client.post('/api/register', { ...person, email: `z${role_id}@elimu.test`, role_id })
    const edit = (form: object) => client.post('/api/edit', { ...liaison, ...form })
    const newEmail = { email: 'other@elimu.test' }
    for (const role_id of [2, 3]) expect(await register(role_id)).toMatchObject(confirmAgain)
    expect(await edit(newEmail)).toMatchObject(confirmAgain)
    for (const role_id of [4, 5]) expect((await register(role_id)).status).toBe(200)
    expect((await edit({ last_name: 'Wanjala' })).status).toBe(200)
    await client.post('/api/account/confirm', { password: PASSWORD })
    expect((await register(2)).status).toBe(200)
    expect((await edit({ last_name: 'Wanjala', ...newEmail })).status).toBe(200)
  })

  it('is needed after ten minutes, by the password without a second step', async () => {
    const { test, client } = await openSignedIn('administrator')
    const edit = (role_id: number) =>
      client.post('/api/edit', { ...liaison, role_id: String(role_id), id: String(liaison.id) })
    expect((await edit(3)).status).toBe(200)
    test.clock.step(11 * MINUTE)
    expect(await edit(4)).toMatchObject(confirmAgain)
    expect((await edit(3)).status).toBe(200)
    expect((await client.get('/api/account/confirm')).body).toMatchObject({
      data: { kinds: ['password'], options: null },
    })
    expect(await client.post('/api/account/confirm', { password: 'wrong' })).toMatchObject({
      status: 422,
      body: { errors: { password: [accountMessages.wrongPassword] } },
    })
    expect((await client.post('/api/account/confirm', { password: PASSWORD })).status).toBe(200)
    expect((await edit(4)).status).toBe(200)
  })

  it('takes a second step, and not the password, from a user who has one', async () => {
    const { test, client } = await openSignedIn('administrator')
    const { secret, recovery_codes } = await setUpApp(test, client)
    const { authenticator } = await setUpPasskey(client)
    const reset = () => client.post('/api/users/4/reset-second-step')
    const late = () => test.clock.step(11 * MINUTE)
    late()
    expect(await reset()).toMatchObject(confirmAgain)
    expect((await client.post('/api/account/confirm', { password: PASSWORD })).status).toBe(422)
    const { options } = dataOf(await client.get('/api/account/confirm'))
    const ways = [
      { code: codeOf(secret, test) },
      { code: recovery_codes[3] },
      { assertion: authenticator.get(options) },
    ]
    for (const way of ways.toReversed()) {
      expect((await client.post('/api/account/confirm', way)).status).toBe(200)
      expect((await reset()).status).toBe(409)
      expect((await client.post('/api/account/confirm', way)).status).toBe(422)
    }
    // The challenge of a sign-in confirms nothing.
    const assertion = authenticator.get(await passkeyOptions(client))
    expect((await client.post('/api/account/confirm', { assertion })).status).toBe(422)
  })

  it('is needed to add a second step, which would confirm the session', async () => {
    const { test, client } = await openSignedIn('liaison')
    const begin = (kind: string) => client.post('/api/account/second-steps', { kind, name: 'Mine' })
    test.clock.step(11 * MINUTE)
    for (const kind of ['totp', 'passkey']) expect(await begin(kind)).toMatchObject(confirmAgain)
    await client.post('/api/account/confirm', { password: PASSWORD })
    expect((await begin('totp')).status).toBe(200)
  })

  it('warns the user once of ten wrong codes, those at sign-in included', async () => {
    const { test, client } = await openSignedIn('liaison')
    await setUpApp(test, client)
    const wrong = { code: '000000' }
    const waiting = await waitingFor(test, liaison)
    for (let tries = 0; tries < 4; tries++) await enterCode(waiting, wrong.code)
    for (let tries = 0; tries < 5; tries++) await client.post('/api/account/confirm', wrong)
    const warnings = async () =>
      (await lettersOf(test)).filter((subject) => subject.startsWith('Somebody may know your password'))
    expect(await warnings()).toHaveLength(0)
    for (let tries = 0; tries < 5; tries++)
      expect((await client.post('/api/account/confirm', wrong)).status).toBe(422)
    expect((await client.post('/api/account/confirm', wrong)).status).toBe(429)
    expect(await warnings()).toHaveLength(1)
  })

  it('takes a code of a clock that is a minute off, as does the set-up, and says so', async () => {
    const { test, client } = await openSignedIn('liaison')
    const app = dataOf(await client.post('/api/account/second-steps', { kind: 'totp', name: 'Phone' }))
    const late = (minutes: number) => ({ code: codeOf(app.secret, test, minutes * MINUTE) })
    expect((await client.post(`/api/account/second-steps/${app.id}/confirm`, late(-1))).body).toMatchObject({
      notice: accountMessages.clockIsMinuteOff('behind'),
    })
    expect((await client.post('/api/account/confirm', late(1))).body).toMatchObject({
      message: accountMessages.clockIsMinuteOff('ahead'),
    })
  })

  it('limits attempts, which no other success allows again', async () => {
    const { test, client } = await openSignedIn('liaison')
    const pending = dataOf(await client.post('/api/account/second-steps', { kind: 'totp', name: 'Phone' }))
    for (let tries = 0; tries < 10; tries++) await client.post('/api/account/confirm', { password: 'wrong' })
    const password = { old_password: PASSWORD, password: NEW, c_password: NEW }
    expect((await client.post('/api/account/password', password)).status).toBe(200)
    const code = codeOf(pending.secret, test)
    expect((await client.post(`/api/account/second-steps/${pending.id}/confirm`, { code })).status).toBe(200)
    expect((await client.post('/api/account/confirm', { password: NEW })).status).toBe(429)
  })
})

describe('the sessions of an account', () => {
  it('are listed with their device, and end one by one, or all others', async () => {
    const test = await openWithCast()
    const agent = 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/130.0 Mobile Safari/537.36'
    const phone = test.client({ headers: { 'user-agent': agent } })
    await phone.post('/api/login', { email: liaison.email, password: PASSWORD })
    const client = await test.signInByPassword(liaison)
    const stranger = await test.signIn(director)
    const [mine, other] = (await securityOf(client)).sessions
    expect(mine).toMatchObject({ is_this: true, device: 'Unknown device' })
    expect(other).toMatchObject({ is_this: false, device: 'Chrome on Android' })

    expect((await stranger.change('DELETE', `/api/account/sessions/${other?.id}`)).status).toBe(404)
    expect((await client.change('DELETE', `/api/account/sessions/${mine?.id}`)).status).toBe(404)
    expect((await client.change('DELETE', `/api/account/sessions/${other?.id}`)).status).toBe(200)
    expect([await statusOf(phone), await statusOf(client)]).toEqual([401, 200])
    const others = await test.signIn(liaison)
    expect((await client.change('DELETE', '/api/account/sessions')).status).toBe(200)
    expect([await statusOf(others), await statusOf(client), await statusOf(stranger)]).toEqual([
      401, 200, 200,
    ])

    const { sessions, ended } = await securityOf(client)
    expect(sessions).toHaveLength(1)
    expect(ended.map(({ how }) => how)).toEqual(['ended', 'ended'])
  })

  it('are listed after they have ended, for 30 days', async () => {
    const { test, client } = await openSignedIn('liaison')
    await client.post('/api/logout')
    await test.signIn(liaison)
    test.clock.step(HOUR)
    const again = await test.signIn(liaison)
    const hows = async () => (await securityOf(again)).ended.map(({ how }) => how)
    expect((await hows()).toSorted()).toEqual(['expired', 'signed_out'])
    test.clock.step(31 * 24 * HOUR)
    const later = await test.signIn(liaison)
    expect((await securityOf(later)).ended.filter(({ how }) => how === 'signed_out')).toEqual([])
  })
})

describe('POST /api/account/password', () => {
  const form = { old_password: PASSWORD, password: NEW, c_password: NEW }

  it('sets a new password, and ends the other sessions and remembered devices', async () => {
    const { test, client } = await openSignedIn('liaison')
    const other = await test.signIn(liaison)
    expect(await client.post('/api/account/password', form)).toMatchObject({
      status: 200,
      body: { message: accountMessages.passwordChanged },
    })
    expect([await statusOf(client), await statusOf(other)]).toEqual([200, 401])
    expect(
      (await test.client().post('/api/login', { email: liaison.email, password: PASSWORD })).status,
    ).toBe(422)
    await test.signInByPassword({ email: liaison.email, password: NEW })
    expect(await lettersOf(test)).toEqual(['Your password was changed - Elimu'])
    expect(await historyOf(test)).toMatchObject([{ action: 'changed password', user_id: liaison.id }])
  })

  it.for([
    ['a wrong old password', { old_password: 'wrong' }, { old_password: [accountMessages.wrongPassword] }],
    ['two new ones', { c_password: 'x' }, { c_password: [authMessages.passwordNotEqual] }],
    [
      'a simple one',
      { password: 'abcdefgh', c_password: 'abcdefgh' },
      { password: [authMessages.passwordTooSimple] },
    ],
    [
      'a common one',
      { password: 'Password1!', c_password: 'Password1!' },
      { password: [authMessages.passwordIsCommon] },
    ],
  ] as const)('refuses %s', async ([, changed, errors]) => {
    const { client } = await openSignedIn('liaison')
    expect(await client.post('/api/account/password', { ...form, ...changed })).toMatchObject({
      status: 422,
      body: { errors },
    })
  })
})

describe('resetting the second step of another user', () => {
  it('ends the sessions, writes a letter, and then the password signs in', async () => {
    const { test, client } = await openSignedIn('administrator')
    const owner = await test.signIn(liaison)
    await setUpApp(test, owner)
    expect(dataOf(await client.get(`/api/users/${liaison.id}/second-steps`))).toMatchObject([
      { kind: 'totp', name: 'Phone' },
    ])
    const reset = () => client.post(`/api/users/${liaison.id}/reset-second-step`)
    expect(await reset()).toMatchObject({ status: 200, body: { message: accountMessages.stepsReset } })
    expect(await statusOf(owner)).toBe(401)
    const letter = await test.db.selectFrom('letters').selectAll().orderBy('id', 'desc').executeTakeFirst()
    expect(letter?.subject).toContain('Your second step was reset')
    expect(letter?.text).toContain('If you did not ask for it, tell another System Administrator')
    expect(letter?.text).not.toContain('you need not do anything')
    expect((await historyOf(test)).at(-1)).toMatchObject({
      action: 'reset the second step',
      user_id: administrator.id,
    })
    await test.signInByPassword(liaison)
    expect(await reset()).toMatchObject({ status: 409 })
    expect((await client.post(`/api/users/${administrator.id}/reset-second-step`)).status).toBe(403)
  })
})
