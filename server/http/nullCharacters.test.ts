import { expect, it } from 'vitest'
import type { z } from 'zod'
import { NULL_CHARACTER } from '#contract/base/call.ts'
import { filledBodies, withValue } from '../testing/filledBodies.ts'
import { givenReportCards } from '../testing/data/reportCards.ts'
import { storedTables } from '../testing/scenarios.ts'
import { openWithCast } from '../testing/testApp.ts'
import { cast } from '../testing/data/users.ts'
import { watchedOf } from '../testing/watchAnswers.ts'

async function openSignedIn() {
  const test = await openWithCast({ given: givenReportCards })
  return { test, client: await test.signIn(cast.administrator) }
}

it('in any text of any body is refused under its field, and nothing is stored', async () => {
  const { test, client } = await openSignedIn()
  const before = await storedTables(test)
  for (const [call, body] of Object.entries(filledBodies))
    for (const path of textsIn(body)) {
      const place = `${call} ${path.join('.')}`
      const { status, body: answer } = await client.call(call, withValue(body, path, 'a\0b'))
      expect([place, status]).toEqual([place, 422])
      expect(answer, place).toMatchObject({ message: expect.any(String), errors: expect.any(Object) })
    }
  expect(await storedTables(test)).toEqual(before)
})

it('in the name of a field is refused', async () => {
  const { client } = await openSignedIn()
  expect(
    await client.call('PUT /api/drafts/student-add', { values: { 'a\0': 'x' }, files: {} }),
  ).toMatchObject({ status: 422, body: { errors: { 'values.a\0': [NULL_CHARACTER] } } })
})

it('in any query is refused', async () => {
  const { test, client } = await openSignedIn()
  for (const { method, url, schema } of watchedOf(test.app).routes) {
    const names = Object.keys((schema?.querystring as z.ZodObject | undefined)?.shape ?? {})
    if (![method].flat().includes('GET') || !url.startsWith('/api/')) continue
    for (const name of names) {
      const asked = `${url.replace(/:id/, '1').replace(':key', 'student-add')}?${name}=a%00`
      expect([asked, (await client.call(`GET ${asked}`)).status]).toEqual([asked, 422])
    }
  }
})

/** The paths of the texts in a body. */
function textsIn(value: unknown): string[][] {
  if (typeof value !== 'object' || value === null) return typeof value === 'string' ? [[]] : []
  return Object.entries(value).flatMap(([key, inner]) => textsIn(inner).map((path) => [key].concat(path)))
}
