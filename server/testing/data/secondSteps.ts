import { Secret, TOTP } from 'otpauth'
import { expect } from 'vitest'
import type { CreationOptions, RequestOptions, Security } from '#contract/identity/account.ts'
import { softAuthenticator } from '../softAuthenticator.ts'
import { MINUTE } from '../steppedClock.ts'
import type { TestApp } from '../testApp.ts'
import type { Answer, TestClient } from '../testClient.ts'
import { PASSWORD } from './users.ts'

/** All fields that answers about an account contain. */
type AccountData = Security & {
  id: number
  secret: string
  uri: string
  recovery_codes: string[]
  options: CreationOptions & RequestOptions
}

export function dataOf({ body, status, text }: Answer): AccountData {
  expect(status, text).toBe(200)
  return (body as { data: AccountData }).data
}

export const statusesOf = (answers: Answer[]): number[] =>
  answers.map(({ status }) => status).toSorted((a, b) => a - b)

/** The code that an app shows at the test's time, or some milliseconds later. */
export const codeOf = (secret: string, { clock }: TestApp, later = 0): string =>
  TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: clock().getTime() + later })

/** Sets up an authenticator app for a signed-in user. Then the next step begins, so that a new code is shown. */
export async function setUpApp(test: TestApp, client: TestClient) {
  const app = dataOf(await client.post('/api/account/second-steps', { kind: 'totp', name: 'Phone' }))
  const code = codeOf(app.secret, test)
  const { recovery_codes } = dataOf(
    await client.post(`/api/account/second-steps/${app.id}/confirm`, { code }),
  )
  test.clock.step(MINUTE)
  return { ...app, code, recovery_codes }
}

export async function setUpPasskey(client: TestClient, origin?: string) {
  const authenticator = softAuthenticator(origin)
  const { id, options } = dataOf(
    await client.post('/api/account/second-steps', { kind: 'passkey', name: 'Laptop' }),
  )
  const assertion = authenticator.create(options)
  const answer = await client.post(`/api/account/second-steps/${id}/confirm`, { assertion })
  expect(answer.status, answer.text).toBe(200)
  return { id, authenticator }
}

/** A browser whose user has given the password, and waits for the second step. */
export async function waitingFor(test: TestApp, { email }: { email: string }) {
  const client = test.client()
  const answer = await client.post('/api/login', { email, password: PASSWORD })
  expect(answer.body).toMatchObject({ success: true, next: 'second_step' })
  return client
}

export const enterCode = (client: TestClient, code: string, more = {}) =>
  client.post('/api/login/second-step', { kind: 'totp', code, ...more })

export const passkeyOptions = async (client: TestClient): Promise<RequestOptions> =>
  dataOf(await client.get('/api/login/passkey')).options
