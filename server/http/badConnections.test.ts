import { once } from 'node:events'
import fastify from 'fastify'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, it, onTestFinished } from 'vitest'
import { until } from '../testing/until.ts'
import { answerClientError, endSlowRequests } from './badConnections.ts'

const SPAN_MS = 300
const BODY_BYTES = 1_000_000

async function openApp() {
  const app = fastify({
    requestTimeout: 0,
    clientErrorHandler: answerClientError,
    http: { headersTimeout: SPAN_MS, connectionsCheckingInterval: SPAN_MS },
  })
  endSlowRequests(app, SPAN_MS)
  app.post('/', async () => ({ success: true }))
  onTestFinished(() => app.close())
  await app.listen({ port: 0, host: '127.0.0.1' })
  return { port: (app.server.address() as AddressInfo).port, server: app.server }
}

const head = `POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${BODY_BYTES}\r\n\r\n`

it('ends a request that hardly moves', async () => {
  const socket = connect((await openApp()).port, '127.0.0.1')
  socket.write(`${head}{`)
  const answer = await text(socket)
  expect(answer).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/)
  expect(answer).toMatch(/\{"message":"The request took too long\."\}$/)
})

it.for([
  ['whose headers never end', 'GET / HTTP/1.1\r\nHost: x\r\nX-Long: '],
  ['whose body never ends', `${head}{`],
  ['that is no HTTP', 'hello?\r\n\r\n'],
])('closes the connection of a request %s, although its client does not', async ([, bytes = '']) => {
  const { port, server } = await openApp()
  const accepted = once(server, 'connection') as Promise<[Socket]>
  const client = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  onTestFinished(() => void client.destroy())
  client.write(bytes)
  const [socket] = await accepted
  const [answer] = (await once(client, 'data')) as [Buffer]
  expect(answer.toString()).toMatch(/^HTTP\/1\.1 40[08] /)
  await until('the connection is closed', () => socket.destroyed, 3_000)
})

it('lets one that moves take as long as it needs', async () => {
  const socket = connect((await openApp()).port, '127.0.0.1')
  const started = Date.now()
  socket.write(`${head}"`)
  const answer = new Promise<string>((resolve) => socket.once('data', (data) => resolve(data.toString())))
  // Sends much more than the minimum in each of several intervals.
  let left = BODY_BYTES - 2
  const timer = setInterval(() => {
    const piece = Math.min(10_000, left)
    left -= piece
    socket.write('x'.repeat(piece) + (left === 0 ? '"' : ''))
    if (left === 0) clearInterval(timer)
  }, 10)
  expect(await answer).toMatch(/^HTTP\/1\.1 200 /)
  expect(Date.now() - started).toBeGreaterThan(2 * SPAN_MS)
  socket.destroy()
})
