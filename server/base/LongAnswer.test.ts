import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import fastify from 'fastify'
import { expect, it, onTestFinished } from 'vitest'
import { WHOLE_LIST_LIMIT } from '#contract/base/lists.ts'
import { until } from '../testing/until.ts'
import { LongAnswer, wholeOrLong } from './LongAnswer.ts'

const ROW = 'x'.repeat(1_000)
const ROWS_AT_ONCE = 1_000
/** Many times what the buffers between server and client take. */
const BATCHES = 200

it('reads no more than a slow client takes, and stops when it goes away', async () => {
  let read = 0
  let hasStopped = false
  async function* batches() {
    try {
      for (; read < BATCHES; read++) yield Array.from({ length: ROWS_AT_ONCE }, () => ROW)
    } finally {
      hasStopped = true
    }
  }
  const app = fastify()
  onTestFinished(() => app.close())
  app.get('/', (_request, reply) =>
    reply.send(new LongAnswer<{ data: string[] }>(batches(), () => ({})).stream()),
  )
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const outgoing = request({ port, host: '127.0.0.1', agent: false }).end()
  const [answer] = (await once(outgoing, 'response')) as [IncomingMessage]
  answer.on('error', () => {})
  await once(answer, 'data')
  answer.pause()

  let before = -1
  await until('the server waits for the client', () => {
    const isWaiting = read === before
    before = read
    return isWaiting
  })
  expect(read).toBeLessThan(BATCHES / 2)
  expect(hasStopped).toBe(false)

  outgoing.destroy()
  await until('the rows are no longer read', () => hasStopped)
  expect(read).toBeLessThan(BATCHES / 2)
})

it.for([
  { each: WHOLE_LIST_LIMIT / 2, isLong: false },
  { each: WHOLE_LIST_LIMIT / 2 + 1, isLong: true },
])('two rows that contain $each others are sent in parts: $isLong', async ({ each, isLong }) => {
  async function* batches() {
    for (const name of ['Amina', 'Baraka']) yield [name]
  }
  const rest = (total: number) => ({ meta: { total } })
  const answer = await wholeOrLong(batches(), rest, () => each)
  expect(answer instanceof LongAnswer).toBe(isLong)
  const data = ['Amina', 'Baraka']
  expect(answer instanceof LongAnswer ? await answer.whole() : answer).toEqual({ data, meta: { total: 2 } })
})
