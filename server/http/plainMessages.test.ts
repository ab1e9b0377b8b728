import { isDeepStrictEqual } from 'node:util'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { type Call, fieldErrors, type FieldErrors } from '#contract/base/call.ts'
import { allCalls } from '#contract/calls.ts'
import { filledBodies, withValue } from '../testing/filledBodies.ts'
import { givenReportCards } from '../testing/data/reportCards.ts'
import { openWithCast } from '../testing/testApp.ts'
import { engineOfRun } from '../testing/database/testDatabase.ts'
import type { Answer } from '../testing/testClient.ts'
import { cast } from '../testing/data/users.ts'

/** Longer than PostgreSQL's indexes accept. */
const long = 'x'.repeat(6_000)
const odd =
  engineOfRun === 'sqlite' ? [null, undefined, true, -1, 1.5, 1e21, '', 'x', long, [null], {}] : [1e21, long]

/** Words of a validator's own messages, which users who fill in forms must not see. */
const INNER =
  /invalid (input|string|option)|expected|received|too (big|small)|must match|pattern|\^|\[object|\b(undefined|NaN|null|zod)\b/i

const calls = Object.entries<Call>(allCalls)

async function openSignedIn() {
  const test = await openWithCast({ given: givenReportCards })
  return test.signIn(cast.administrator)
}

function expectPlain(asked: string, { status, text, body }: Answer): void {
  expect(status, `${asked} ${text}`).toBeLessThan(500)
  if (status < 400) return
  const { message, errors } = body as { message: string; errors?: FieldErrors }
  expectPlainWords(asked, { message: [message], ...errors })
}

function expectPlainWords(asked: string, errors: FieldErrors): void {
  for (const words of Object.values(errors).flat()) expect(words, asked).not.toMatch(INNER)
}

/** The name of a call with its ids as parameters. */
const nameOf = (call: string) =>
  call.replace('student-add', ':key').replace('/1/2', '/:first/:second').replace(/\/\d/, '/:id')

const schemas = new Map(calls.flatMap(([name, { body }]) => (body ? [[name.replace(/\?.*/, ''), body]] : [])))

it('has a filled body of every call that takes one', () => {
  expect(new Set(Object.keys(filledBodies).map(nameOf))).toEqual(new Set(schemas.keys()))
})

/** The errors that the schema of a call reports in a body, by field. Those of the whole body are not shown. */
function errorsIn(call: string, body: unknown): FieldErrors | undefined {
  const sent: unknown = body === undefined ? {} : JSON.parse(JSON.stringify(body))
  const { error } = schemas.get(nameOf(call))?.safeParse(sent ?? {}) ?? {}
  if (!error) return undefined
  const { '': _wholeBody, ...errors } = fieldErrors(error)
  return errors
}

it('reports errors in a body in plain words, with any value in any field', { timeout: 120_000 }, async () => {
  const client = await openSignedIn()
  for (const [call, body] of Object.entries(filledBodies))
    for (const path of placesIn(body)) {
      // Once the app has answered with the errors of the schema, only the schema is asked, which takes less time.
      let isKnown = false
      for (const value of odd) {
        const asked = `${call} ${path.join('.')}: ${JSON.stringify(value)?.slice(0, 40)}`
        const input = withValue(body, path, value)
        const errors = errorsIn(call, input)
        if (errors && isKnown) {
          expectPlainWords(asked, errors)
          continue
        }
        const answer = await client.call(call, input)
        expectPlain(asked, answer)
        if (errors) isKnown = isDeepStrictEqual((answer.body as { errors?: FieldErrors }).errors, errors)
      }
    }
})

it('reports errors in a query in plain words', async () => {
  const client = await openSignedIn()
  for (const [name, { query }] of calls)
    for (const field of query instanceof z.ZodObject ? Object.keys(query.shape) : [])
      for (const value of ['', 'x', '-1', '1.5', 'x'.repeat(300), `1&${field}=2`]) {
        const address = name.replace(/:(id|student)/, '1').replace(':key', 'student-add')
        const asked = `${address}${name.includes('?') ? '&' : '?'}${field}=${value}`
        expectPlain(asked, await client.call(asked))
      }
})

/** The path of every field and row of a body, and of the body itself. */
function placesIn(value: unknown): string[][] {
  if (typeof value !== 'object' || value === null) return [[]]
  const inner = Object.entries(value).flatMap(([key, each]) =>
    placesIn(each).map((path) => [key].concat(path)),
  )
  return [[], ...inner]
}
