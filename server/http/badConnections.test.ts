import fastify from 'fastify'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, it, onTestFinished } from 'vitest'
import { endSlowRequests } from './badConnections.ts'

const SPAN_MS = 300
const BODY_BYTES = 1_000_000

async function openApp() {
  const app = fastify({ requestTimeout: 0 })
  endSlowRequests(app, SPAN_MS)
  app.post('/', async () => ({ success: true }))
  onTestFinished(() => app.close())
  await app.listen({ port: 0, host: '127.0.0.1' })
  return (app.server.address() as AddressInfo).port
}

const head = `POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${BODY_BYTES}\r\n\r\n`

it('ends a request that hardly moves', async () => {
  const socket = connect(await openApp(), '127.0.0.1')
  socket.write(`${head}{`)
  const answer = await text(socket)
  expect(answer).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/)
  expect(answer).toMatch(/\{"message":"The request took too long\."\}$/)
})

it('lets one that moves take as long as it needs', async () => {
  const socket = connect(await openApp(), '127.0.0.1')
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
