import type { IncomingMessage } from 'node:http'
import { PassThrough, Readable } from 'node:stream'
import { ERRORS, Server } from '@tus/server'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { maxMegabytes, MEGABYTE, tooLarge } from '#contract/base/files.ts'
import { UPLOADS_PATH } from '#contract/gallery.ts'
import { ApiError, notFound } from '../../base/ApiError.ts'
import { READ_ON_BYTES } from '../../http/uploads.ts'
import type { Services } from '../../Services.ts'
import { newResumableName } from '../../files/resumableNames.ts'
import { ResumableStore } from './ResumableStore.ts'

/** Answers a request of the tus protocol. */
type HandleTus = (request: FastifyRequest, reply: FastifyReply, of: UploadOf) => Promise<TusAnswer>
/** The sender, and the name of the upload; empty for a new one, which the library names. */
type UploadOf = { user_id: number; id: string }
type TusAnswer = { status: number; headers: Record<string, string> }

const MAX_MEGABYTES = maxMegabytes('video/mp4')

/**
 * The tus library, with our own permissions and answers. It sees only the protocol's own headers of a
 * request, and the CORS headers that it sets are left out of the answer.
 */
export function createTusServer({ files, clock }: Pick<Services, 'files' | 'clock'>): HandleTus {
  const senders = new WeakMap<object, number>()
  const tus = new Server({
    path: UPLOADS_PATH,
    relativeLocation: true,
    datastore: new ResumableStore(files.incoming, clock),
    maxSize: MAX_MEGABYTES * MEGABYTE,
    namingFunction: (asked) => newResumableName(senders.get(asked) ?? 0),
    // A telephone that lost its connection reconnects before the server notices the loss.
    lockDrainTimeout: 1,
    onResponseError: (_asked, error) => {
      throw refusalOf(error)
    },
  })

  return async (request, reply, { user_id, id }) => {
    const { raw, method, headers } = request
    const hasBytes = method !== 'HEAD' && headers['content-type'] !== undefined
    const arriving = hasBytes ? passOn(raw) : undefined
    try {
      const asked = new Request(`http://localhost${UPLOADS_PATH}/${id}`, {
        method,
        headers: Object.entries(headers).flatMap(([name, value]) =>
          ofProtocol.test(name) && typeof value === 'string' ? [[name, value] as [string, string]] : [],
        ),
        ...(arriving && { body: Readable.toWeb(arriving) as ReadableStream, duplex: 'half' }),
      })
      senders.set(asked, user_id)
      const { status, headers: said } = await tus.handleWeb(asked)
      if (status >= 400) throw withStatus(status)
      return { status, headers: Object.fromEntries([...said].filter(([name]) => isOurs(name))) }
    } finally {
      if (arriving) readRest(raw, arriving, reply)
    }
  }
}

const ofProtocol = /^(tus-|upload-|content-(type|length)$)/
const isOurs = (name: string) => !/^(access-control-|content-)/.test(name)

/** The request's bytes until it ends or its connection closes. In both cases the bytes received so far are stored. */
function passOn(raw: IncomingMessage): PassThrough {
  const arriving = new PassThrough()
  raw.pipe(arriving)
  // An aborted request is not an error here, but an error event without a listener ends the process.
  raw.on('error', () => {})
  if (raw.closed) arriving.end()
  else raw.once('close', () => arriving.end())
  return arriving
}

/** Reads the rest of the request: browsers read an answer only once they have sent everything. */
function readRest(raw: IncomingMessage, arriving: PassThrough, reply: FastifyReply): void {
  raw.unpipe(arriving)
  arriving.destroy()
  if (raw.readableEnded) return
  raw.resume()
  if (Number(raw.headers['content-length'] ?? Infinity) > READ_ON_BYTES) reply.header('connection', 'close')
}

/** Converts an error of the library to an `ApiError`. */
function refusalOf(error: Error | { status_code: number; body: string }): Error {
  if (error instanceof ApiError || !('status_code' in error)) return error
  // Another request claimed the same film before this one began: the page has to ask for the new offset.
  if (error === ERRORS.ABORTED) return withStatus(409)
  const { status_code: status, body } = error
  if (status === 404) return notFound()
  if (status === 413) {
    const message = tooLarge(MAX_MEGABYTES)
    return new ApiError(status, message, { errors: { media: [message] } })
  }
  return status === 500 ? new Error(body) : withStatus(status)
}

/** The error handler adds the message. 403 and 501 become 400, because they have other meanings here. */
const withStatus = (status: number) =>
  Object.assign(new Error('refused by the tus protocol'), {
    statusCode: status === 403 || status === 501 ? 400 : status,
  })
