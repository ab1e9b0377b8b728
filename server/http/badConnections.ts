import type { FastifyInstance } from 'fastify'
import { type IncomingMessage, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { refusalWordings } from './errorHandler.ts'

const statuses: Record<string, number> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 }

/** How long a client has to read its answer. Destroying the connection at once could lose the answer. */
const LINGER_MS = 1_000

/**
 * Answers bytes that are not a readable HTTP request, for which Fastify creates no request or reply. Then closes the
 * connection, even if the client leaves its end open.
 */
export function answerClientError({ code }: { code: string }, socket: Socket): void {
  if (code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const status = statuses[code] ?? 400
  const body = JSON.stringify({ message: refusalWordings[status] })
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      'X-Content-Type-Options: nosniff',
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  )
  setTimeout(() => socket.destroy(), LINGER_MS).unref()
}

const MINUTE_MS = 60_000
/** The fewest bytes that must arrive in a minute: a fifth of what the slowest telephone line carries. */
const LEAST_BYTES = 16 * 1024

/**
 * Ends a request whose body arrives too slowly. The limit is on the rate and not on the total time, because a film over
 * a slow line may take an hour.
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
