import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Selectable } from 'kysely'
import { z } from 'zod'
import { idParams } from '#contract/identity/auth.ts'
import type { ViewKind } from '#contract/privacy/accesses.ts'
import type { Db } from '../database/connect.ts'
import type { Actor } from '../database/history.ts'
import type { FilePurpose } from '../database/tables/files.ts'
import type { Tables } from '../database/tables.ts'
import { ApiError, notFound } from '../base/ApiError.ts'
import type { App } from './schemas.ts'
import { filePolicy } from './secureHeaders.ts'
import { signedIn } from './session.ts'
import type { Services } from '../Services.ts'
import type { ByteRange } from '../files/FileStore.ts'
import { nameAs } from '../files/storeUpload.ts'

const sizes = ['medium', 'thumb'] as const
type Size = (typeof sizes)[number]

const fileQuery = z.object({
  size: z.enum(sizes).optional(),
  download: z.literal('1').optional(),
})

type Found = Pick<
  Selectable<Tables['files']>,
  'id' | 'purpose' | 'student_id' | 'type' | 'name' | 'bytes' | 'key' | `${Size}_key`
>

type Rules = {
  /** Returns a file if the user may see it. */
  find: (db: Db, id: number, viewer: Actor) => Promise<Found | undefined>
  /** The kind of view that opening a file of this purpose counts as. */
  viewOf: Record<FilePurpose, ViewKind | undefined>
  /** Records that a user downloads a file. */
  noteDownload: (db: Db, file: Found, user_id: number, at: string) => Promise<void>
}

export function fileRoutes(
  app: App,
  { db, files, clock }: Services,
  { find, viewOf, noteDownload }: Rules,
): void {
  /** Which files each user has opened or downloaded today, in whole or in part. */
  const opened = { day: '', parts: new Set<string>() }

  app.route({
    method: ['GET', 'HEAD'],
    url: '/api/files/:id',
    // Without the marker header, because the browser itself requests pictures, films and files in their own tab.
    config: { isPlain: true },
    schema: {
      summary: 'A file, or a smaller picture of it',
      params: idParams,
      querystring: fileQuery,
      response: { 200: z.unknown(), 206: z.unknown(), 304: z.unknown() },
    },
    handler: async (request, reply) => {
      const { size, download } = request.query
      const file = await find(db, request.params.id, signedIn(request))
      const key = size ? file?.[`${size}_key`] : file?.key
      if (!file || !key) throw notFound()

      // The file of an id never changes, but the users who may see it do: the browser caches it and revalidates each time.
      const etag = `"${file.id}${size ? `-${size}` : ''}"`
      const { range: asked, 'if-range': known = etag } = request.headers
      const range = size || known !== etag ? undefined : byteRange(asked, file.bytes)
      const isCached = request.headers['if-none-match']?.includes(etag) === true
      if (
        request.method === 'GET' &&
        range !== null &&
        isOpening(signedIn(request), etag + (download ?? ''), range)
      ) {
        const kind = size ? undefined : viewOf[file.purpose]
        if (download && !isCached) await noteDownload(db, file, signedIn(request).id, clock().toISOString())
        if (!download && kind) request.viewed = { student_id: file.student_id, kind }
      }

      const { type, name } = size ? { type: 'image/webp', name: nameAs('image/webp', file.name) } : file
      // With a 304, some browsers replace the policy of their cached file.
      reply.headers({
        etag,
        'cache-control': 'private, no-cache',
        'content-security-policy': filePolicy(type),
      })
      if (isCached) return reply.code(304).send()

      reply.headers({
        'content-type': type,
        'content-disposition': `${download ? 'attachment' : 'inline'}; filename*=UTF-8''${encoded(name)}`,
      })
      if (size) return sendPicture(reply, key)
      return sendFile(request, reply, file, range)
    },
  })

  /**
   * Whether an answer is another opening of a file. The parts that a player asks for later belong to the same view, and a
   * continued download to the same download.
   */
  function isOpening({ id, today }: Actor, file: string, range: ByteRange | undefined): boolean {
    if (opened.day !== today) Object.assign(opened, { day: today, parts: new Set() })
    const part = `${id} ${file}`
    const isContinued = range !== undefined && range.start > 0 && opened.parts.has(part)
    opened.parts.add(part)
    return !isContinued
  }

  async function sendPicture(reply: FastifyReply, key: string): Promise<FastifyReply> {
    const { stream, size } = await files.open(key)
    return reply.header('content-length', size).send(stream)
  }

  /** Answers Range requests, so that a film can be played from any position. */
  async function sendFile(
    request: FastifyRequest,
    reply: FastifyReply,
    { key, bytes }: { key: string; bytes: number },
    range: ByteRange | undefined | null,
  ): Promise<FastifyReply> {
    if (range === null) {
      reply.header('content-range', `bytes */${bytes}`)
      throw new ApiError(416, 'The file has no such part.')
    }
    reply.headers({ 'accept-ranges': 'bytes', 'content-length': range ? range.end - range.start + 1 : bytes })
    if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${bytes}`)
    if (request.method === 'HEAD') return reply.send('')
    const { stream } = await files.open(key, range)
    return reply.send(stream)
  }
}

/**
 * The part of a file that a Range header asks for. Undefined if the whole file is to be sent, as for several ranges or
 * an unreadable header; null if the file has no such part.
 */
function byteRange(header: string | undefined, size: number): ByteRange | undefined | null {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? []
  if (!first && !last) return undefined
  if (!first) {
    const length = Math.min(Number(last), size)
    return length > 0 ? { start: size - length, end: size - 1 } : null
  }
  const start = Number(first)
  const end = last ? Math.min(Number(last), size - 1) : size - 1
  if (last && Number(last) < start) return undefined
  return start < size ? { start, end } : null
}

/** Encodes a file name for the header, as RFC 5987 says. */
const encoded = (name: string) =>
  encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
