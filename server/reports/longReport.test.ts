import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliDecompressSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { WHOLE_LIST_LIMIT } from '#contract/base/lists.ts'
import { SUPPORTER } from '#contract/permissions.ts'
import { connectionsOf } from '../database/connect.ts'
import { inBatches } from '../database/inBatches.ts'
import { addUsers, cast } from '../testing/data/users.ts'
import { callHeaders } from '../testing/files/uploadTrial.ts'
import { openWithCast } from '../testing/testApp.ts'
import { until } from '../testing/until.ts'

const REPORT = '/api/getsupporters?query=supporter-rep'
type Answer = { data: { id: number; name: string }[]; meta: { total: number; whole: boolean } }

/** More supporters than a browser loads at once. */
async function openWithSupporters() {
  const test = await openWithCast()
  const supporters = Array.from({ length: WHOLE_LIST_LIMIT + 5 }, (_, index) => ({
    // Many share a name, also at the ends of queries.
    first_name: `Grace ${index % 7}`,
    last_name: 'Wambui',
    email: `supporter${index}@example.org`,
    role_id: SUPPORTER,
  }))
  for await (const some of inBatches(supporters)) await addUsers(test.db, some)
  return { test, director: await test.signIn(cast.director) }
}

it('a report of more rows than a browser loads at once is sent while it is read, in the order of its pages', async () => {
  const { test, director } = await openWithSupporters()
  const whole = await director.get(REPORT)
  const { data, meta } = whole.body as Answer
  expect(meta).toEqual({ total: data.length, whole: true })
  expect(data.length).toBeGreaterThan(WHOLE_LIST_LIMIT)
  expect(whole.headers).not.toHaveProperty('etag')

  for (const page of [1, 10, 11]) {
    const { body } = await director.get(`${REPORT}&page=${page}&size=1000`)
    expect((body as Answer).data).toEqual(data.slice((page - 1) * 1000, page * 1000))
  }

  const found = (await director.get(`${REPORT}&all=1&search=grace+3&sort=-name`)).body as Answer
  const wanted = data.filter(({ name }) => name.startsWith('Grace 3')).toReversed()
  expect(found).toEqual({ success: true, data: wanted, meta: { total: wanted.length, whole: true } })

  const { headers, rawPayload } = await test.app.inject({
    url: REPORT,
    headers: { ...callHeaders(director), 'accept-encoding': 'br' },
  })
  expect(headers['content-encoding']).toBe('br')
  expect(JSON.parse(brotliDecompressSync(rawPayload).toString())).toEqual(whole.body)
})

it.for(['br', 'identity'])(
  'clients that go away in the middle of a report leave no database connection behind: %s',
  async (encoding) => {
    const { test, director } = await openWithSupporters()
    await test.app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = test.app.server.address() as AddressInfo
    const headers = { ...callHeaders(director), 'accept-encoding': encoding }
    const giveUp = async () => {
      const outgoing = request({ port, host: '127.0.0.1', path: REPORT, agent: false, headers }).end()
      outgoing.on('error', () => {})
      const [answer] = (await once(outgoing, 'response')) as [IncomingMessage]
      answer.on('error', () => {})
      await once(answer, 'data')
      outgoing.destroy()
    }
    await Promise.all(Array.from({ length: 12 }, giveUp))

    await until('all connections are idle', () => {
      const { open, idle, waiting } = connectionsOf(test.db) ?? { open: 0, idle: 0, waiting: 0 }
      return open === idle && waiting === 0
    })
    const { status } = await director.get(`${REPORT}&page=1&size=25`)
    expect(status).toBe(200)
    expect(test.logged()).not.toContain('request failed')
  },
)
