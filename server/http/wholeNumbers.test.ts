import { expect, it } from 'vitest'
import type { z } from 'zod'
import { filledBodies, withValue } from '../testing/filledBodies.ts'
import { givenReportCards } from '../testing/data/reportCards.ts'
import { openWithCast } from '../testing/testApp.ts'
import { cast } from '../testing/data/users.ts'
import { watchedOf } from '../testing/watchAnswers.ts'

/** The first number too large for a column of PostgreSQL, and the first that JavaScript cannot represent exactly. */
const tooLarge = ['2147483648', '9007199254740993']
/** Numbers that some calls accept and others refuse. */
const unusual = ['2147483647', '1000000001', '-1', '0', '1.5', '1e3']

const texts = new Set([
  'version',
  'search',
  'names',
  'unredacted',
  'words',
  'subject',
  'type',
  'name',
  'dob',
  'admission_no',
  'of',
  'only',
  'mine',
])

async function openSignedIn() {
  const test = await openWithCast({ given: givenReportCards })
  const client = await test.signIn(cast.administrator)
  const routes = watchedOf(test.app).routes.flatMap(({ method, url, schema, config }) =>
    [method].flat().map((name) => ({
      call: `${name} ${url}`,
      // A GET that changes something is refused first for the lack of a token.
      asked: config?.isChange ? '' : config?.serves?.name.split('?')[1],
      query: schema?.querystring as z.ZodObject | undefined,
    })),
  )
  return { client, routes: routes.filter(({ call }) => /^(GET|POST|PUT|PATCH|DELETE) \/api\//.test(call)) }
}

it('in a path that cannot be an id is answered with 404 by every call', async () => {
  const { client, routes } = await openSignedIn()
  const body = { password: 'Mbuyu~Tree!7', c_password: 'Mbuyu~Tree!7' }
  for (const { call } of routes.filter((route) => route.call.includes(':')))
    for (const number of [...tooLarge, '-1', '0', '1.5', '1e3']) {
      const asked = call.replace(':id', number).replace(':key', `report-add-${number}`)
      expect([asked, (await client.call(asked, body)).status]).toEqual([asked, 404])
    }
})

it('in a query is refused by every call if it is too large, negative or a fraction', async () => {
  const { client, routes } = await openSignedIn()
  for (const { call, asked: own = '', query } of routes)
    for (const name of Object.keys(query?.shape ?? {}).filter((key) => !texts.has(key)))
      for (const number of [...tooLarge, '-1', '1.5']) {
        const address = call.replace(':id', '1').replace(':key', 'student-add')
        const asked = `${address}?${own.replace(':student', '1')}&${name}=${number}`
        expect([asked, (await client.call(asked)).status]).toEqual([asked, 422])
      }
})

it(
  'in a body is refused if it is too large, and never causes a server error',
  { timeout: 120_000 },
  async () => {
    const { client } = await openSignedIn()
    for (const [call, body] of Object.entries(filledBodies))
      for (const path of numbersIn(body)) {
        const place = `${call} ${path.join('.')}`
        const send = async (number: unknown) =>
          (await client.call(call, withValue(body, path, number))).status
        for (const number of tooLarge.flatMap((text) => [text, Number(text)]))
          expect([place, number, await send(number)]).toEqual([place, number, 422])
        for (const number of unusual)
          expect([200, 404, 409, 422], `${place} ${number}`).toContain(await send(number))
      }
  },
)

/** The paths of the numbers in a body. */
function numbersIn(value: unknown): string[][] {
  if (typeof value !== 'object' || value === null) return /^\d+(\.\d+)?$/.test(String(value)) ? [[]] : []
  return Object.entries(value).flatMap(([key, inner]) => numbersIn(inner).map((path) => [key].concat(path)))
}
