import { rm, utimes } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { type FileKind, MEGABYTE } from '#contract/base/files.ts'
import type { Services } from '../Services.ts'
import { type App, refuseFiles } from './schemas.ts'
import { refusalOf } from './errorHandler.ts'
import { readMultipart } from './multipart.ts'
import type { Upload } from '../files/receiveFile.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The files that came with the request, by field. */
    readonly uploads: Readonly<Record<string, Upload>>
  }
  interface FastifyContextConfig {
    /** The fields that take a file, each with its kind. A call without this setting takes no multipart form. */
    uploads?: Record<string, FileKind>
  }
}

type Received = { uploads: Record<string, Upload>; paths: string[]; renewing?: NodeJS.Timeout }

/** How many bytes are still read after a refusal: browsers read the answer only after sending everything. */
export const READ_ON_BYTES = 64 * MEGABYTE

/** Often enough for `files/sweep.ts`, in whichever process, to see which files are in use. */
const RENEW_EVERY_MS = 5 * 60_000

/** Receives the files of calls with `config.uploads`, after the gate and before the route's schema. */
export function receiveUploads(
  app: App,
  { files, clock }: Pick<Services, 'files' | 'clock'>,
  renewEveryMs = RENEW_EVERY_MS,
): void {
  const receivedBy = new WeakMap<FastifyRequest, Received>()
  const nothing = Object.freeze({})
  app.decorateRequest('uploads', {
    getter(this: FastifyRequest) {
      return receivedBy.get(this)?.uploads ?? nothing
    },
  })

  // Reading begins in the hook below: an error here would close the connection while the browser still sends.
  app.addContentTypeParser('multipart/form-data', (_request, _payload, done) => done(null))

  app.addHook('preValidation', async (request, reply) => {
    const kinds = request.routeOptions.config.uploads
    if (request.is404 || !isMultipart(request)) return
    // Some clients send the content type even without a body.
    if (!kinds && !hasBody(request)) return
    const received: Received = { uploads: {}, paths: [] }
    receivedBy.set(request, received)
    received.renewing = setInterval(() => {
      // A file may not be open yet, or may have been moved away: then it needs no renewal.
      for (const path of received.paths) utimes(path, clock(), clock()).catch(() => {})
    }, renewEveryMs).unref()
    const size = countBytes(request.raw)
    try {
      const keepPath = (path: string) => void received.paths.push(path)
      if (!kinds) throw refusalOf(415)
      const { body, uploads, refused } = await readMultipart(request.raw, kinds, files.incoming, keepPath)
      request.body = body
      received.uploads = uploads
      refuseFiles(body, refused)
    } catch (error) {
      request.raw.resume()
      const left = Number(request.headers['content-length'] ?? Infinity) - size.bytes
      if (left > READ_ON_BYTES) reply.header('connection', 'close')
      throw error
    }
  })

  // Also runs if the browser has disconnected. Once there is an answer, the files are no longer used.
  app.addHook('onSend', async (request) => {
    const received = receivedBy.get(request)
    if (!received) return
    receivedBy.delete(request)
    clearInterval(received.renewing)
    await Promise.all(received.paths.map((path) => rm(path, { force: true })))
  })
}

const isMultipart = ({ headers }: FastifyRequest) =>
  /^multipart\/form-data/i.test(headers['content-type'] ?? '')

const hasBody = ({ headers }: FastifyRequest) =>
  Number(headers['content-length']) > 0 || headers['transfer-encoding'] !== undefined

function countBytes(raw: IncomingMessage): { bytes: number } {
  const size = { bytes: 0 }
  raw.on('data', (chunk: Buffer) => {
    size.bytes += chunk.length
  })
  // Adding a `data` listener starts the stream. It pauses until the parser is connected.
  raw.pause()
  return size
}
