import type { Socket } from 'node:net'
import { refusalWordings } from './errorHandler.ts'

const statuses: Record<string, number> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 }

/** Said here, because to ask node:http for them loads a client of several megabytes along. */
const phrases: Record<number, string> = {
  400: 'Bad Request',
  408: 'Request Timeout',
  431: 'Request Header Fields Too Large',
}

/** Answers what is no readable HTTP request at all, before there is a request or a reply. */
export function answerClientError({ code }: { code: string }, socket: Socket): void {
  if (code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const status = statuses[code] ?? 400
  const body = JSON.stringify({ message: refusalWordings[status] })
  socket.end(
    [
      `HTTP/1.1 ${status} ${phrases[status]}`,
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      'X-Content-Type-Options: nosniff',
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  )
}
