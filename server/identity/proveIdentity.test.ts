import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { accountMessages, type RequestOptions } from '#contract/identity/account.ts'
import { authMessages } from '#contract/identity/auth.ts'
import {
  codeOf,
  dataOf,
  passkeyOptions,
  setUpApp,
  setUpPasskey,
  waitingFor,
} from '../testing/data/secondSteps.ts'
import { storedTables } from '../testing/scenarios.ts'
import { softAuthenticator } from '../testing/softAuthenticator.ts'
import { openWithCast } from '../testing/testApp.ts'
import type { TestClient } from '../testing/testClient.ts'
import { cast, PASSWORD } from '../testing/data/users.ts'

const { id, email } = cast.liaison
const WRONG_PASSWORD = 'Wrong#2026'
const FORGED_CHALLENGE = 'A'.repeat(72)
const NETWORK = 'sign-in address 127.0.0.1'
const WARNING = `wrong second steps ${id}`

/** A user with an authenticator app, a passkey and recovery codes, signed in on one browser and waiting on another. */
async function openWithSteps() {
  const test = await openWithCast()
  const owner = await test.signIn(cast.liaison)
  const app = await setUpApp(test, owner)
  const { authenticator } = await setUpPasskey(owner)
  return { ...app, test, owner, authenticator, waiting: await waitingFor(test, cast.liaison) }
}
type Opened = Awaited<ReturnType<typeof openWithSteps>>

/** The same call with a right and a wrong proof, and the key of its count. */
type Attempt = { key: string; client: TestClient; call: string; right: object; wrong: object }

const ofApp = ({ secret, test }: Opened) => ({
  right: { kind: 'totp', code: codeOf(secret, test) },
  wrong: { kind: 'totp', code: '000000' },
})
const ofRecovery = ({ recovery_codes: [code] }: Opened) => ({
  right: { kind: 'recovery', code },
  wrong: { kind: 'recovery', code: 'AAAA-AAAA-AAAA-AAAA' },
})
const ofPasskey = ({ authenticator }: Opened, options: RequestOptions) => ({
  right: { kind: 'passkey', assertion: authenticator.get(options) },
  wrong: {
    kind: 'passkey',
    assertion: authenticator.get({ ...options, challenge: FORGED_CHALLENGE }),
  },
})
const ofSignIn = {
  call: '/api/login',
  right: { email, password: PASSWORD },
  wrong: { email, password: WRONG_PASSWORD },
}

const secondStep = ({ waiting }: Opened) => ({
  key: `second step account ${id}`,
  client: waiting,
  call: '/api/login/second-step',
})
const confirmation = ({ owner }: Opened) => ({
  key: `confirm ${id}`,
  client: owner,
  call: '/api/account/confirm',
})

async function newStep({ owner }: Opened, kind: 'totp' | 'passkey') {
  const begun = dataOf(await owner.post('/api/account/second-steps', { kind, name: 'Tablet' }))
  return {
    ...begun,
    attempt: {
      key: `new step ${id}`,
      client: owner,
      call: `/api/account/second-steps/${begun.id}/confirm`,
    },
  }
}

const wrongSignIn = { message: authMessages.wrongSignIn }
const errors = (field: string, message: string) => ({ errors: { [field]: [message] } })
const wrongCode = errors('code', accountMessages.wrongCode)
const wrongRecovery = errors('code', accountMessages.wrongRecoveryCode)
const wrongPasskey = errors('assertion', accountMessages.wrongPasskey)

/** What a wrong proof also counts for: the network, or the letter that warns the user. */
type Row = [string, string, object, string[], (opened: Opened) => Promise<Attempt>]

const rows: Row[] = [
  [
    'signing in',
    'password',
    wrongSignIn,
    [NETWORK],
    async ({ test }) => ({ key: `sign-in account ${email}`, client: test.client(), ...ofSignIn }),
  ],
  [
    'signing in on a known device',
    'password',
    wrongSignIn,
    [],
    async (opened) => {
      const client = opened.waiting
      await client.post('/api/login/second-step', ofApp(opened).right)
      const [device] = client.cookies.get(`elimu_device_${id}`)?.split('.') ?? []
      return { key: `sign-in device ${device}`, client, ...ofSignIn }
    },
  ],
  [
    'the second step',
    'code',
    wrongCode,
    [WARNING],
    async (opened) => ({ ...secondStep(opened), ...ofApp(opened) }),
  ],
  [
    'the second step',
    'recovery code',
    wrongRecovery,
    [WARNING],
    async (opened) => ({ ...secondStep(opened), ...ofRecovery(opened) }),
  ],
  [
    'the second step',
    'passkey',
    wrongPasskey,
    [WARNING],
    async (opened) => ({
      ...secondStep(opened),
      ...ofPasskey(opened, await passkeyOptions(opened.waiting)),
    }),
  ],
  [
    'signing in without a password',
    'passkey',
    wrongPasskey,
    [NETWORK],
    async (opened) => {
      const client = opened.test.client()
      const hash = createHash('sha256').update(opened.authenticator.id).digest('base64url')
      const proofs = ofPasskey(opened, await passkeyOptions(client))
      return { key: `passkey ${hash}`, client, call: '/api/login/passkey', ...proofs }
    },
  ],
  [
    'confirming again, without a second step,',
    'password',
    errors('password', accountMessages.wrongPassword),
    [],
    async (opened) => {
      await opened.test.db.deleteFrom('second_steps').execute()
      return { ...confirmation(opened), right: { password: PASSWORD }, wrong: { password: WRONG_PASSWORD } }
    },
  ],
  [
    'confirming again',
    'code',
    wrongCode,
    [WARNING],
    async (opened) => ({ ...confirmation(opened), ...ofApp(opened) }),
  ],
  [
    'confirming again',
    'recovery code',
    wrongRecovery,
    [WARNING],
    async (opened) => ({ ...confirmation(opened), ...ofRecovery(opened) }),
  ],
  [
    'confirming again',
    'passkey',
    wrongPasskey,
    [WARNING],
    async (opened) => {
      const { options } = dataOf(await opened.owner.get('/api/account/confirm'))
      return { ...confirmation(opened), ...ofPasskey(opened, options) }
    },
  ],
  [
    'changing the password',
    'password',
    errors('old_password', accountMessages.wrongPassword),
    [],
    async ({ owner }) => {
      const form = { password: 'Mbuyu~Tree!7', c_password: 'Mbuyu~Tree!7' }
      return {
        key: `password ${id}`,
        client: owner,
        call: '/api/account/password',
        right: { ...form, old_password: PASSWORD },
        wrong: { ...form, old_password: WRONG_PASSWORD },
      }
    },
  ],
  [
    'adding a second step',
    'code',
    wrongCode,
    [],
    async (opened) => {
      const { attempt, secret } = await newStep(opened, 'totp')
      return { ...attempt, ...ofApp({ ...opened, secret }) }
    },
  ],
  [
    'adding a second step',
    'passkey',
    wrongPasskey,
    [],
    async (opened) => {
      const { attempt, options } = await newStep(opened, 'passkey')
      const authenticator = softAuthenticator()
      return {
        ...attempt,
        right: { assertion: authenticator.create(options) },
        wrong: { assertion: authenticator.create({ ...options, challenge: FORGED_CHALLENGE }) },
      }
    },
  ],
]

it.for(rows)(
  '%s with a %s is counted, refused and limited, and a success deletes the count',
  async ([, , refusal, others, prepare]) => {
    const opened = await openWithSteps()
    const { key, client, call, right, wrong } = await prepare(opened)
    const { db } = opened.test
    await db.deleteFrom('attempts').execute()
    const counted = async () => {
      const counts = await db.selectFrom('attempts').select(['key', 'count']).execute()
      return Object.fromEntries(counts.map((row) => [row.key, row.count]))
    }
    const once = (keys: string[]) => Object.fromEntries(keys.map((each) => [each, 1]))
    const countAs = (count: number) =>
      db.updateTable('attempts').set({ count }).where('key', '=', key).execute()

    expect(await client.post(call, wrong)).toMatchObject({ status: 422, body: refusal })
    expect(await counted()).toEqual(once([key, ...others]))

    await countAs(10)
    const before = await storedTables(opened.test)
    expect(await client.post(call, right)).toMatchObject({ status: 429 })
    expect(await storedTables(opened.test)).toEqual(before)

    // The refused proof was not used up.
    await countAs(9)
    const accepted = await client.post(call, right)
    expect(accepted.status, accepted.text).toBe(200)
    expect(await counted()).toEqual(once(others))
  },
)
