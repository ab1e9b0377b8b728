import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../../http/ApiError.ts'
import { type ZipEntry, zipSize, zipStream } from './zip.ts'

type Zip = { entries: ZipEntry[]; name: string; at: Date; digest: string }

/**
 * Prepares the reply with a ZIP that is the same to the byte for the same digest and instant, which its ETag names: so a
 * browser can continue an interrupted download.
 */
export function zipReply(
  request: Pick<FastifyRequest, 'headers'>,
  reply: FastifyReply,
  { entries, name, at, digest }: Zip,
) {
  const size = zipSize(entries)
  const start = isContinued(request, { at, digest }) ? firstByte(request.headers.range, size) : 0
  reply.headers({
    etag: etagOf({ at, digest }),
    'accept-ranges': 'bytes',
    'cache-control': 'private, no-store',
    'content-type': 'application/zip',
    'content-disposition': `attachment; filename="${name}.zip"`,
    'content-length': size - start,
  })
  if (start > 0) reply.code(206).header('content-range', `bytes ${start}-${size - 1}/${size}`)
  return { size, send: () => reply.send(zipStream(entries, start)) }
}

const knownTag = (headers: FastifyRequest['headers']) => [headers['if-range']].flat()[0]

type Tagged = Pick<Zip, 'at' | 'digest'>
const etagOf = ({ at, digest }: Tagged) => `"${at.getTime()}-${digest.slice(0, 22)}"`

/** Whether a request continues the download of this content at this instant. */
export const isContinued = ({ headers }: Pick<FastifyRequest, 'headers'>, tagged: Tagged): boolean =>
  knownTag(headers) === etagOf(tagged)

/** The instant of the download that a request continues. */
export function continuedAt({ headers }: Pick<FastifyRequest, 'headers'>): Date | undefined {
  const [, at] = /^"(\d{1,15})-[\w-]{22}"$/.exec(knownTag(headers) ?? '') ?? []
  return at ? new Date(Number(at)) : undefined
}

/** Where an interrupted download continues. */
function firstByte(range: string | undefined, size: number): number {
  const [, first] = /^bytes=(\d+)-$/.exec(range ?? '') ?? []
  const start = Number(first ?? 0)
  if (start >= size) throw new ApiError(416, 'The file has no such part.')
  return start
}
