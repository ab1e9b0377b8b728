import { describe, expect, it } from 'vitest'
import { accountMessages } from '#contract/identity/account.ts'
import { authMessages } from '#contract/identity/auth.ts'
import {
  dataOf,
  passkeyOptions,
  setUpApp,
  setUpPasskey,
  waitingFor,
  statusesOf,
} from '../../testing/data/secondSteps.ts'
import { softAuthenticator } from '../../testing/softAuthenticator.ts'
import { MINUTE, SECOND } from '../../testing/steppedClock.ts'
import { openTestApp, openWithCast } from '../../testing/testApp.ts'
import { cast } from '../../testing/data/users.ts'

const { liaison, administrator } = cast
const refused = { status: 422, body: { errors: { assertion: [accountMessages.wrongPasskey] } } }

async function openWithPasskey() {
  const test = await openWithCast()
  const owner = await test.signIn(liaison)
  return { test, owner, ...(await setUpPasskey(owner)) }
}

describe('a passkey', () => {
  it('signs in by itself, as confirmed', async () => {
    const { test, authenticator } = await openWithPasskey()
    const client = test.client()
    const assertion = authenticator.get(await passkeyOptions(client))
    const answer = await client.post('/api/login/passkey', { assertion })
    expect(answer).toMatchObject({
      status: 200,
      body: { message: authMessages.signedIn, data: { id: liaison.id } },
    })
    expect((await client.post('/api/account/recovery-codes')).status).toBe(200)
  })

  it('is the second step of a waiting session', async () => {
    const { test, authenticator } = await openWithPasskey()
    const client = await waitingFor(test, liaison)
    const options = await passkeyOptions(client)
    expect(options.allowCredentials).toMatchObject([{ id: authenticator.id, transports: ['internal'] }])
    const assertion = authenticator.get(options)
    // Its challenge is valid in this session only.
    const other = await waitingFor(test, liaison)
    const step = { kind: 'passkey', assertion }
    expect(await other.post('/api/login/second-step', step)).toMatchObject(refused)
    expect((await client.post('/api/login/second-step', step)).status).toBe(200)
  })

  it('is offered only once there is one, and on https or localhost only', async () => {
    const test = await openWithCast()
    expect((await test.client().get('/api/login/passkey')).body).toEqual({
      success: true,
      data: { options: null },
    })
    // Passkeys belong to a name, which an address of numbers is not.
    for (const APP_URL of ['http://elimu.test', 'https://192.0.2.4', 'https://[2001:db8::4]']) {
      const client = await (await openWithCast({ settings: { APP_URL } })).signIn(liaison)
      expect(await client.post('/api/account/second-steps', { kind: 'passkey', name: 'x' })).toMatchObject({
        status: 409,
        body: { message: accountMessages.passkeysNotOffered },
      })
    }
  })

  it.for([
    ['another origin', { origin: 'http://localhost:3001' }],
    ['another host', { rpId: 'elimu.test' }],
    ['no user verification', { isVerified: false }],
  ] as const)('is refused with %s', async ([, changed]) => {
    const { test, authenticator } = await openWithPasskey()
    const client = test.client()
    const assertion = authenticator.get(await passkeyOptions(client), changed)
    expect(await client.post('/api/login/passkey', { assertion })).toMatchObject(refused)
    const owner = await test.signIn(administrator)
    const { id, options } = dataOf(
      await owner.post('/api/account/second-steps', { kind: 'passkey', name: 'Laptop' }),
    )
    const attestation = softAuthenticator().create(options, changed)
    const answer = await owner.post(`/api/account/second-steps/${id}/confirm`, { assertion: attestation })
    expect(answer).toMatchObject(refused)
  })

  it('is refused with an old challenge, an own one, a used one, and a counter that did not grow', async () => {
    const { test, authenticator } = await openWithPasskey()
    const client = test.client()
    const send = (assertion: object) => client.post('/api/login/passkey', { assertion })
    const old = await passkeyOptions(client)
    test.clock.step(5 * MINUTE + SECOND)
    expect(await send(authenticator.get(old))).toMatchObject(refused)
    expect(await send(authenticator.get({ ...old, challenge: 'A'.repeat(72) }))).toMatchObject(refused)

    const assertion = authenticator.get(await passkeyOptions(client))
    expect((await send(assertion)).status).toBe(200)
    expect(await test.client().post('/api/login/passkey', { assertion })).toMatchObject(refused)
    expect(await send(authenticator.get(await passkeyOptions(client), { counter: 1 }))).toMatchObject(refused)
    const forged = authenticator.get(await passkeyOptions(client))
    forged.response.signature = authenticator.get(await passkeyOptions(client)).response.signature
    expect(await send(forged)).toMatchObject(refused)
    expect(test.logged()).not.toContain(assertion.response.signature)
  })

  it('works once, also at the same moment', async () => {
    const { test, authenticator } = await openWithPasskey()
    const assertion = authenticator.get(await passkeyOptions(test.client()))
    const answers = await Promise.all(
      [1, 2, 3].map(() => test.client().post('/api/login/passkey', { assertion })),
    )
    expect(statusesOf(answers)).toEqual([200, 422, 422])
  })

  it('works with another APP_SECRET, and not at another host', async () => {
    const { test, authenticator, owner } = await openWithPasskey()
    await setUpApp(test, owner)
    const settings = { APP_SECRET: 'another secret, as on a server that was restored elsewhere' }
    const moved = await openTestApp({ beside: test, settings })
    const client = await waitingFor(moved, liaison)
    const step = { kind: 'passkey', assertion: authenticator.get(await passkeyOptions(client)) }
    expect((await client.post('/api/login/second-step', step)).status).toBe(200)

    const renamed = await openTestApp({ beside: test, settings: { APP_URL: 'https://elimu.test' } })
    expect((await renamed.client().get('/api/login/passkey')).body).toMatchObject({ data: { options: null } })
  })

  it('of a disabled user opens nothing', async () => {
    const { test, authenticator } = await openWithPasskey()
    const client = test.client()
    const assertion = authenticator.get(await passkeyOptions(client))
    await test.db.updateTable('users').set({ status: 1 }).where('id', '=', liaison.id).execute()
    expect(await client.post('/api/login/passkey', { assertion })).toMatchObject(refused)
  })
})
