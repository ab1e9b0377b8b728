import type { FastifyInstance, FastifyReply } from 'fastify'
import { pipeline, Readable } from 'node:stream'
import {
  brotliCompress,
  brotliCompressSync,
  type CompressCallback,
  constants,
  createBrotliCompress,
  createGzip,
  gzip,
  gzipSync,
} from 'node:zlib'

/** A smaller answer fits into one packet anyway. */
const THRESHOLD = 1024

/** A larger answer is compressed in another thread. For a smaller one, starting that costs more than compressing it. */
const LARGE = 64 * 1024

/** For answers, which are compressed each time: at the next level brotli takes twice the time for two per cent less. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 2 } }

const encoders = {
  br: {
    now: (text: string) => brotliCompressSync(text, BROTLI),
    later: (text: string, done: CompressCallback) => brotliCompress(text, BROTLI, done),
    stream: () => createBrotliCompress(BROTLI),
  },
  gzip: {
    now: (text: string) => gzipSync(text),
    later: (text: string, done: CompressCallback) => gzip(text, done),
    stream: () => createGzip(),
  },
}

/** Whether `gzip, deflate, br;q=0.8` names an encoding without refusing it by `q=0`. */
const accepted = {
  br: /(^|[\s,])br\s*(?!;\s*q=0(\.0*)?\s*(,|$))(;|,|$)/i,
  gzip: /(^|[\s,])gzip\s*(?!;\s*q=0(\.0*)?\s*(,|$))(;|,|$)/i,
}

const isJson = (reply: FastifyReply) => String(reply.getHeader('content-type')).startsWith('application/json')

/** Compresses answers that are text, also long ones, which are streams. Files are compressed once, when the page is built. */
export function compressReplies(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    const isLong = payload instanceof Readable && isJson(reply)
    if (!isLong && (typeof payload !== 'string' || payload.length < THRESHOLD)) return done(null, payload)
    reply.header('vary', 'accept-encoding')
    const asked = request.headers['accept-encoding'] ?? ''
    const encoding = (['br', 'gzip'] as const).find((known) => accepted[known].test(asked))
    if (!encoding) return done(null, payload)
    reply.header('content-encoding', encoding).removeHeader('content-length')
    const { now, later, stream } = encoders[encoding]
    // Fastify destroys the last stream when the connection ends, and the pipeline then the first.
    if (typeof payload !== 'string')
      done(
        null,
        pipeline(payload, stream(), () => {}),
      )
    else if (payload.length < LARGE) done(null, now(payload))
    else later(payload, done)
  })
}
