import { expect, it } from 'vitest'
import { openWithCast } from '../../testing/testApp.ts'
import type { Answer } from '../../testing/testClient.ts'
import { cast, PASSWORD } from '../../testing/data/users.ts'
import { hashPassword } from '../passwords/password.ts'

const TRIES = 5
/** Far above the difference that a busy machine makes, far below the factor of twenty of a skipped hash. */
const SANE_FACTOR = 4

/** Each call with its least time, which hides the work for a known address. */
const calls: [string, number, (email: string) => [string, unknown]][] = [
  ['login', 0, (email) => ['/api/login', { email, password: 'Guess#2026' }]],
  ['forgot password', 240, (email) => ['/api/forgotpsw', { email }]],
]

it.for(calls)('does not reveal by %s whether an address is known', async ([, leastMs, callWith]) => {
  const test = await openWithCast()
  await test.db
    .updateTable('users')
    .set({ password_hash: await hashPassword(PASSWORD) })
    .execute()
  const client = test.client()
  await client.get('/sanctum/csrf-cookie')

  async function ask(email: string): Promise<{ answer: Answer; ms: number }> {
    const start = performance.now()
    const answer = await client.post(...callWith(email))
    return { answer, ms: performance.now() - start }
  }

  const known = []
  const unknown = []
  // Alternates between the two, so that other work of the machine slows both down alike.
  for (let tries = 0; tries < TRIES; tries++) {
    known.push(await ask(cast.administrator.email))
    unknown.push(await ask('nobody@elimu.test'))
  }

  const answers = [...known, ...unknown].map(({ answer: { status, text } }) => `${status} ${text}`)
  expect(new Set(answers).size).toBe(1)
  for (const { ms } of [...known, ...unknown]) expect(ms).toBeGreaterThanOrEqual(leastMs)
  const ratio = fastest(known) / fastest(unknown)
  expect(ratio).toBeGreaterThan(1 / SANE_FACTOR)
  expect(ratio).toBeLessThan(SANE_FACTOR)
})

/** The fastest call, because other work of the machine can only add time. */
const fastest = (asked: { ms: number }[]) => Math.min(...asked.map(({ ms }) => ms))
