import { randomBytes } from 'node:crypto'
import { parse } from 'node:path'
import type { Kysely } from 'kysely'
import type { FieldErrors } from '#contract/errors.ts'
import type { FilePurpose, Tables } from '../database/tables.ts'
import { ApiError, invalid } from '../http/ApiError.ts'
import type { Upload } from '../http/Upload.ts'
import type { Services } from '../Services.ts'
import { encodeImage } from './images.ts'
import { abandon, owned, type Unowned } from './unownedBytes.ts'

/** Bytes that are in the store and wait for a row of their own. */
export type StoredBytes = {
  purpose: FilePurpose
  type: string
  name: string
  bytes: number
  sha256: string
  key: string
  thumb_key: string | null
  /** Of the notes that say nobody owns these bytes yet. */
  since: string
}

type Storing = Pick<Services, 'db' | 'files' | 'clock'>

/**
 * Puts uploads into the store and lets `work` own them in its transaction. What it does not own is taken out again:
 * all of it should `work` fail, or have been done before by the same request. What is wrong with any is told together.
 */
export async function withStored<Field extends string, Result>(
  uploads: Record<Field, Upload>,
  purposes: Record<Field, FilePurpose>,
  services: Storing,
  work: (stored: Record<Field, StoredBytes>) => Promise<Result>,
): Promise<Result> {
  const stored: Partial<Record<Field, StoredBytes>> = {}
  try {
    const errors: FieldErrors = {}
    for (const field of Object.keys(uploads) as Field[])
      try {
        stored[field] = await storeUpload(uploads[field], purposes[field], services)
      } catch (error) {
        if (!(error instanceof ApiError && error.errors)) throw error
        Object.assign(errors, error.errors)
      }
    if (Object.keys(errors).length > 0) throw invalid(errors)
    return await work(stored as Record<Field, StoredBytes>)
  } finally {
    for (const bytes of Object.values<StoredBytes | undefined>(stored))
      if (bytes) await discard(bytes, services)
  }
}

/** Puts an upload into the store, images in a size for the page and as a thumbnail. Never inside a transaction. */
export async function storeUpload(
  upload: Upload,
  purpose: FilePurpose,
  services: Storing,
): Promise<StoredBytes> {
  if (!upload.type.startsWith('image/')) {
    const { type, bytes } = upload
    return putAll(upload, purpose, services, { source: upload.path, type, bytes })
  }
  const { web, thumb } = await encodeImage(upload, purpose)
  return putAll(upload, purpose, services, { source: web, type: 'image/webp', bytes: web.length }, thumb)
}

async function putAll(
  { name, sha256 }: Upload,
  purpose: FilePurpose,
  services: Storing,
  main: { source: Buffer | string; type: string; bytes: number },
  thumb?: Buffer,
): Promise<StoredBytes> {
  const { type, bytes } = main
  const since = services.clock().toISOString()
  const [key, thumb_key] = [newKey(), thumb ? newKey() : null]
  const stored = { purpose, type, name: nameAs(type, name), bytes, sha256, key, thumb_key, since }
  // Noted before the first byte is written, so that a crash leaves nothing that the sweep does not know of.
  await services.db.insertInto('unowned_bytes').values(notesOf(stored)).execute()
  try {
    await services.files.put(key, main.source, type)
    if (thumb && thumb_key) await services.files.put(thumb_key, thumb, type)
  } catch (error) {
    await discard(stored, services)
    throw error
  }
  return stored
}

/** Gives stored bytes their row, in the transaction of what they are for. */
export async function ownFile(
  trx: Kysely<Tables>,
  stored: StoredBytes,
  owner: { student_id: number; created_by: number; created_at: string },
): Promise<number> {
  const { since: _since, ...file } = stored
  await owned(trx, notesOf(stored))
  const { id } = await trx
    .insertInto('files')
    .values({ ...file, ...owner })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Takes a file's row away; its bytes go with a later sweep, when nobody reads them any more. */
export async function dropFile(trx: Kysely<Tables>, id: number, since: string): Promise<void> {
  const file = await trx
    .deleteFrom('files')
    .where('id', '=', id)
    .returning(['key', 'thumb_key'])
    .executeTakeFirst()
  if (file)
    await trx
      .insertInto('unowned_bytes')
      .values(notesOf({ ...file, since }))
      .execute()
}

/** Takes stored bytes out again, unless they have an owner by now. What cannot be removed is left to the sweep. */
export async function discard(stored: StoredBytes, services: Storing): Promise<void> {
  for (const note of notesOf(stored)) await abandon(note, services).catch(() => {})
}

const endings: Record<string, string> = {
  'image/webp': '.webp',
  'application/pdf': '.pdf',
  'video/mp4': '.mp4',
}

/** The name it came with, and the ending of what it is now. */
const nameAs = (type: string, name: string) => `${parse(name).name || 'file'}${endings[type] ?? ''}`

/** Two hundred random bits: nobody guesses a key, and none is made twice. */
const newKey = () => randomBytes(25).toString('hex')

const notesOf = ({ key, thumb_key, since }: Pick<StoredBytes, 'key' | 'thumb_key' | 'since'>): Unowned[] =>
  [key, thumb_key].filter((each) => each !== null).map((each) => ({ key: each, since }))
