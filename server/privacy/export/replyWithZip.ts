import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Trx } from '../../database/history.ts'
import { ApiError } from '../../base/ApiError.ts'
import type { Services } from '../../Services.ts'
import { type ZipEntry, zipSize, zipStream } from '../../base/zip.ts'

type Zip = { entries: ZipEntry[]; name: string; digest: string }
type Tagged = { at: Date; digest: string }

type ZipDownload<Content extends Zip> = {
  /** Returns the content as of an instant. Equal content gives equal bytes. */
  prepare: (at: Date) => Promise<Content>
  /** Whether this user's download at this instant is noted. */
  isNoted: (at: string) => Promise<boolean>
  note: (trx: Trx, download: { at: string; size: number; zip: Content }) => Promise<void>
}

/**
 * Replies with a ZIP whose ETag names its instant and content, so that a browser can continue an interrupted download.
 * The download is noted once, unless its content has changed: then it begins again.
 */
export async function replyWithZip<Content extends Zip>(
  request: FastifyRequest,
  reply: FastifyReply,
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  { prepare, isNoted, note }: ZipDownload<Content>,
) {
  const prepareAt = async (at: Date) => ({ ...(await prepare(at)), at })
  const [tag] = [request.headers['if-range']].flat()
  const earlier = instantIn(tag)
  // Anybody can send an ETag with an instant of their choice.
  const before = earlier && (await isNoted(earlier.toISOString())) ? await prepareAt(earlier) : undefined
  const continued = before && tag === etagOf(before) ? before : undefined
  const zip = continued ?? (await prepareAt(clock()))
  const { entries, name, at } = zip
  const size = zipSize(entries)
  const start = continued ? firstByte(request.headers.range, size) : 0
  reply.headers({
    etag: etagOf(zip),
    'accept-ranges': 'bytes',
    'cache-control': 'private, no-store',
    'content-type': 'application/zip',
    'content-disposition': `attachment; filename="${name}.zip"`,
    'content-length': size - start,
  })
  if (start > 0) reply.code(206).header('content-range', `bytes ${start}-${size - 1}/${size}`)
  if (request.method === 'HEAD') return reply.send('')
  if (!continued) await db.transaction().execute((trx) => note(trx, { at: at.toISOString(), size, zip }))
  return reply.send(zipStream(entries, start))
}

const etagOf = ({ at, digest }: Tagged) => `"${at.getTime()}-${digest.slice(0, 22)}"`

function instantIn(tag: string | undefined): Date | undefined {
  const [, at] = /^"(\d{1,15})-[\w-]{22}"$/.exec(tag ?? '') ?? []
  return at ? new Date(Number(at)) : undefined
}

/** Where an interrupted download continues. */
function firstByte(range: string | undefined, size: number): number {
  const [, first] = /^bytes=(\d+)-$/.exec(range ?? '') ?? []
  const start = Number(first ?? 0)
  if (start >= size) throw new ApiError(416, 'The file has no such part.')
  return start
}
