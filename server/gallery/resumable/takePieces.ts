import type { IncomingMessage } from 'node:http'
import { PassThrough, Readable } from 'node:stream'
import { ERRORS, Server } from '@tus/server'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { maxMegabytes, MEGABYTE, tooLarge } from '#contract/files.ts'
import { UPLOADS_PATH } from '#contract/gallery.ts'
import { ApiError, notFound } from '../../http/ApiError.ts'
import { READ_ON_BYTES } from '../../http/uploads.ts'
import type { Services } from '../../Services.ts'
import { newPieces } from '../../files/ownPieces.ts'
import { PieceStore } from './PieceStore.ts'

export type TakePieces = (request: FastifyRequest, reply: FastifyReply, of: Pieces) => Promise<Taken>
/** Whose they are, and their name; that is for the library to ask where they begin. */
type Pieces = { user_id: number; id: string }
type Taken = { status: number; headers: Record<string, string> }

const MAX_MEGABYTES = maxMegabytes('video/mp4')

/**
 * The tus library, between our own gate and our own answers: it hears of a request what the protocol says of it, and what
 * it sets for pages of other sites is left out.
 */
export function openPieces({ files, clock }: Pick<Services, 'files' | 'clock'>): TakePieces {
  const senders = new WeakMap<object, number>()
  const tus = new Server({
    path: UPLOADS_PATH,
    relativeLocation: true,
    datastore: new PieceStore(files.incoming, clock),
    maxSize: MAX_MEGABYTES * MEGABYTE,
    namingFunction: (asked) => newPieces(senders.get(asked) ?? 0),
    // A telephone that lost its line comes back before the server knows that the line is dead.
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
      if (arriving) readOn(raw, arriving, reply)
    }
  }
}

const ofProtocol = /^(tus-|upload-|content-(type|length)$)/
const isOurs = (name: string) => !/^(access-control-|content-)/.test(name)

/** What arrives, to its end or to that of the connection: either way what came before it is to be kept. */
function passOn(raw: IncomingMessage): PassThrough {
  const arriving = new PassThrough()
  raw.pipe(arriving)
  // That it was broken off is no error here: unheard, it would be one.
  raw.on('error', () => {})
  if (raw.closed) arriving.end()
  else raw.once('close', () => arriving.end())
  return arriving
}

/** Reads what is left, so that browsers, which send everything first, come to see a refusal. */
function readOn(raw: IncomingMessage, arriving: PassThrough, reply: FastifyReply): void {
  raw.unpipe(arriving)
  arriving.destroy()
  if (raw.readableEnded) return
  raw.resume()
  if (Number(raw.headers['content-length'] ?? Infinity) > READ_ON_BYTES) reply.header('connection', 'close')
}

/** What the library refuses, as any other of our refusals. */
function refusalOf(error: Error | { status_code: number; body: string }): Error {
  if (error instanceof ApiError || !('status_code' in error)) return error
  // Another call came for the same film before this one had begun: how far it is now is to be asked.
  if (error === ERRORS.ABORTED) return withStatus(409)
  const { status_code: status, body } = error
  if (status === 404) return notFound()
  if (status === 413) {
    const message = tooLarge(MAX_MEGABYTES)
    return new ApiError(status, message, { errors: { media: [message] } })
  }
  return status === 500 ? new Error(body) : withStatus(status)
}

/** Worded by the error handler. Not all of the library's statuses mean what they mean elsewhere. */
const withStatus = (status: number) =>
  Object.assign(new Error('refused by the tus protocol'), {
    statusCode: status === 403 || status === 501 ? 400 : status,
  })
