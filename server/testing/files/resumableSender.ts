import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { UPLOADS_PATH } from '#contract/gallery.ts'
import type { FastifyInstance } from 'fastify'

type Headers = Record<string, string>
export type SentAnswer = { status: number; headers: IncomingMessage['headers']; body: string }

/** Sends the tus calls of the page to an app that listens, each over a connection of its own. */
export function createSender(app: FastifyInstance, headers: Headers) {
  const { port } = app.server.address() as AddressInfo
  return createSenderAt(port, headers)
}

export function createSenderAt(port: number, headers: Headers) {
  function begin(method: string, path: string, more: Headers = {}): ClientRequest {
    const all = { 'tus-resumable': '1.0.0', ...headers, ...more }
    return request({ port, method, path, agent: false, headers: all })
  }

  async function call(method: string, path: string, more: Headers = {}, body?: Buffer): Promise<SentAnswer> {
    const length = body && { 'content-length': String(body.length) }
    const outgoing = begin(method, path, { ...more, ...length }).end(body)
    return answerTo(outgoing)
  }

  const piece = { 'content-type': 'application/offset+octet-stream' }

  return {
    begin,
    call,
    /** Begins a film, and returns its address. */
    create: async (bytes: number, filename = 'film.mp4'): Promise<string> => {
      const name = Buffer.from(filename).toString('base64')
      const more = { 'upload-length': String(bytes), 'upload-metadata': `filename ${name}` }
      const { status, headers: said, body } = await call('POST', UPLOADS_PATH, more)
      if (status !== 201) throw new Error(`${status} ${body}`)
      return said.location ?? ''
    },
    send: (address: string, offset: number, bytes: Buffer) =>
      call('PATCH', address, { ...piece, 'upload-offset': String(offset) }, bytes),
    /** Begins a piece that announces more bytes than will be sent. */
    beginPiece: (address: string, offset: number, bytes: number) => {
      const more = { ...piece, 'upload-offset': String(offset), 'content-length': String(bytes) }
      return begin('PATCH', address, more)
    },
    arrived: async (address: string): Promise<number> =>
      Number((await call('HEAD', address)).headers['upload-offset']),
  }
}

export async function answerTo(outgoing: ClientRequest): Promise<SentAnswer> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    outgoing.once('response', resolve)
    outgoing.once('error', reject)
  })
  return { status: response.statusCode ?? 0, headers: response.headers, body: await text(response) }
}
