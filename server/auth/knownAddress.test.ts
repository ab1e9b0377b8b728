import { expect, it } from 'vitest'
import { openTestApp } from '../testing/testApp.ts'
import type { Answer } from '../testing/testClient.ts'
import { addCast, cast } from '../testing/users.ts'

const TRIES = 5
/** Far above what a busy machine makes of equal work, far below the twenty that a skipped hash would show. */
const SANE_FACTOR = 4

/** Each with the least time it takes, in which the work for a known address disappears. */
const calls: [string, number, (email: string) => [string, unknown]][] = [
  ['login', 0, (email) => ['/api/login', { email, password: 'Guess#2026' }]],
  ['forgot password', 240, (email) => ['/api/forgotpsw', { email }]],
]

it.for(calls)('tells nobody by %s whether an address is known', async ([, leastMs, callWith]) => {
  const test = await openTestApp()
  await addCast(test.db)
  const client = test.client()
  await client.get('/sanctum/csrf-cookie')

  async function ask(email: string): Promise<{ answer: Answer; ms: number }> {
    const start = performance.now()
    const answer = await client.post(...callWith(email))
    return { answer, ms: performance.now() - start }
  }

  const known = []
  const unknown = []
  // In turns, so that whatever else the machine does slows both down alike.
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

/** What else the machine does only ever adds time. */
const fastest = (asked: { ms: number }[]) => Math.min(...asked.map(({ ms }) => ms))
