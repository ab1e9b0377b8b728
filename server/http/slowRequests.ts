import type { FastifyInstance } from 'fastify'
import type { IncomingMessage } from 'node:http'
import { answerClientError } from './clientErrors.ts'

const MINUTE_MS = 60_000
/** The least that arrives of a request in a minute: a fifth of what the slowest telephone line carries. */
const LEAST_BYTES = 16 * 1024

/**
 * Nobody holds a connection by sending a request a byte at a time. A time limit for the whole would also end the
 * upload of a video over a slow line, so it is the pace that counts.
 */
export function endSlowRequests(app: FastifyInstance, minuteMs = MINUTE_MS): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { headers } = request
    if (headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined)
      watch(request.raw, minuteMs)
    done()
  })
}

function watch(raw: IncomingMessage, minuteMs: number): void {
  const { socket } = raw
  let before = socket.bytesRead
  const timer = setInterval(() => {
    if (raw.complete) return clearInterval(timer)
    const arrived = socket.bytesRead - before
    before = socket.bytesRead
    if (arrived < LEAST_BYTES) answerClientError({ code: 'ERR_HTTP_REQUEST_TIMEOUT' }, socket)
  }, minuteMs).unref()
  raw.once('close', () => clearInterval(timer))
}
