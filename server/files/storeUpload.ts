import { createReadStream } from 'node:fs'
import { parse } from 'node:path'
import type { Selectable } from 'kysely'
import type { FieldErrors } from '#contract/base/call.ts'
import type { Db } from '../database/connect.ts'
import type { Trx } from '../database/history.ts'
import type { FilePurpose } from '../database/tables/files.ts'
import type { Tables } from '../database/tables.ts'
import { ApiError, invalid, UnavailableError } from '../base/ApiError.ts'
import { hashAll, hashOf } from '../base/hashing.ts'
import type { Upload } from './receiveFile.ts'
import type { Services } from '../Services.ts'
import { newKey } from './fileKey.ts'
import { encodeImage, sizes } from './images.ts'
import { deleteNotes, removeUnowned, type Unowned } from './unownedBytes.ts'

/** An upload to store. A film may come with a poster. */
export type Storable = Upload & { poster?: Upload | undefined }

/** Bytes that are in the store and have no row in `files` yet. */
export type StoredBytes = Omit<Selectable<Tables['files']>, 'id' | keyof FileOwner> & {
  /** The size of a stored picture, in pixels. */
  width: number | null
  height: number | null
  /** The time of the notes that say that these bytes have no row yet. */
  since: string
  /** The hash of the bytes of each key. */
  hashes: KeyHash[]
}

export type KeyHash = { key: string; sha256: string; bytes: number }

type Storing = Pick<Services, 'db' | 'files' | 'clock' | 'log'>

type Uploads = Record<string, Storable | undefined>
type Stored<Given extends Uploads> = {
  [Field in keyof Given]: StoredBytes | (undefined extends Given[Field] ? undefined : never)
}

/**
 * Puts uploads into the store and calls `work`, which gives them rows in its transaction. Bytes without a row are
 * removed afterwards: all of them if `work` fails, or if it repeats an earlier request. The errors of all uploads are
 * reported together.
 */
export async function withStored<Given extends Uploads, Result>(
  uploads: Given,
  purposes: Record<keyof Given, FilePurpose>,
  services: Storing,
  work: (stored: Stored<Given>) => Promise<Result>,
): Promise<Result> {
  const stored: { [Field in keyof Given]?: StoredBytes } = {}
  let isUnavailable = false
  try {
    const errors: FieldErrors = {}
    let cause: unknown
    for (const field of Object.keys(uploads) as (keyof Given)[])
      try {
        const upload = uploads[field]
        if (upload) stored[field] = await storeUpload(upload, purposes[field], services)
      } catch (error) {
        if (!(error instanceof ApiError && error.errors)) throw error
        Object.assign(errors, error.errors)
        cause ??= error.cause
      }
    if (Object.keys(errors).length > 0) throw invalid(errors, { cause })
    return await work(stored as Stored<Given>)
  } catch (error) {
    isUnavailable = error instanceof UnavailableError
    throw error
  } finally {
    // The store does not answer, so removing the bytes would fail too: they are left to the sweeper.
    for (const bytes of isUnavailable ? [] : Object.values<StoredBytes | undefined>(stored))
      if (bytes) await discard(bytes, services)
  }
}

/** Puts an upload into the store, images in the sizes of the page. Never inside a transaction. */
export async function storeUpload(
  upload: Storable,
  purpose: FilePurpose,
  services: Storing,
): Promise<StoredBytes> {
  if (upload.type.startsWith('image/')) {
    const { source, ...pictures } = await picturesOf(upload, purpose)
    return putAll(upload, purpose, services, { source, type: 'image/webp', bytes: source.length }, pictures)
  }
  const { path: source, type, bytes } = upload
  return putAll(upload, purpose, services, { source, type, bytes }, await posterOf(upload, services))
}

/** The smaller pictures that are stored with a file. */
type Pictures = { medium?: Buffer; thumb?: Buffer; width?: number | null; height?: number | null }

async function picturesOf(upload: Upload, purpose: FilePurpose): Promise<Pictures & { source: Buffer }> {
  if (purpose !== 'media') {
    const { images, ...size } = await encodeImage(upload, sizes.page)
    return { source: images[0], thumb: images[1], ...size }
  }
  const { images, ...size } = await encodeImage(upload, sizes.gallery)
  return { source: images[0], medium: images[1], thumb: images[2], ...size }
}

/** A poster that cannot be read is left out: the film is saved without it. */
async function posterOf({ poster }: Storable, { log }: Storing): Promise<Pictures> {
  if (!poster) return {}
  try {
    const { images } = await encodeImage(poster, sizes.poster)
    return { medium: images[0], thumb: images[1] }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    log.warn({ reason: error.message }, 'a film is stored without its poster')
    return {}
  }
}

async function putAll(
  { name, sha256 }: Upload,
  purpose: FilePurpose,
  services: Storing,
  main: { source: Buffer | string; type: string; bytes: number },
  { medium, thumb, width = null, height = null }: Pictures,
): Promise<StoredBytes> {
  const { type, bytes } = main
  const since = services.clock().toISOString()
  const keys = { key: newKey(), medium_key: medium ? newKey() : null, thumb_key: thumb ? newKey() : null }
  const about = { purpose, type, name: nameAs(type, name), bytes, sha256 }
  const pictures = [
    [keys.medium_key, medium],
    [keys.thumb_key, thumb],
  ] as const
  const hashes = [
    { key: keys.key, bytes, sha256: await storedHash(main, sha256) },
    ...pictures.flatMap(([key, picture]) =>
      key && picture ? { key, bytes: picture.length, sha256: hashOf(picture) } : [],
    ),
  ]
  const stored = { ...about, ...keys, width, height, since, hashes }
  // Written before the first byte, so that the sweeper finds any bytes that a crash leaves behind.
  await services.db.insertInto('unowned_bytes').values(notesOf(stored)).execute()
  try {
    await services.files.put(keys.key, main.source, type)
    for (const [key, picture] of pictures)
      if (key && picture) await services.files.put(key, picture, 'image/webp')
  } catch (error) {
    if (!(error instanceof UnavailableError)) await discard(stored, services)
    throw error
  }
  return stored
}

/** Pictures are encoded again, and the place where a film was taken is overwritten; papers are stored as uploaded. */
async function storedHash({ source, type }: { source: Buffer | string; type: string }, uploaded: string) {
  if (typeof source !== 'string') return hashOf(source)
  if (type !== 'video/mp4') return uploaded
  return (await hashAll(createReadStream(source))).sha256
}

/** The student of a file, the user who added it, and when. */
export type FileOwner = { student_id: number; created_by: number; created_at: string }

/** Gives stored bytes their row in `files`, in the transaction of the record or student that they belong to. */
export async function addFileRow(trx: Trx, stored: StoredBytes, owner: FileOwner): Promise<number> {
  const { since: _since, width: _width, height: _height, hashes, ...file } = stored
  await deleteNotes(trx, notesOf(stored))
  const { id } = await trx
    .insertInto('files')
    .values({ ...file, ...owner })
    .returning('id')
    .executeTakeFirstOrThrow()
  await addHashes(trx, id, hashes, owner.created_at)
  return id
}

/** Later reads of a file's bytes are compared with these hashes. */
export const addHashes = (trx: Db, file_id: number, hashes: KeyHash[], read_at: string) =>
  trx
    .insertInto('stored_hashes')
    .values(hashes.map((hash) => ({ ...hash, file_id, read_at })))
    .execute()

/** Deletes the rows of files. A later sweep removes their bytes, once no request reads them any more. */
export async function dropFiles(trx: Trx, ids: number[], since: string): Promise<void> {
  if (ids.length === 0) return
  const dropped = await trx
    .deleteFrom('files')
    .where('id', 'in', ids)
    .returning(['key', 'medium_key', 'thumb_key'])
    .execute()
  const notes = dropped.flatMap((file) => notesOf({ ...file, since }))
  if (notes.length > 0) await trx.insertInto('unowned_bytes').values(notes).execute()
}

/** Removes stored bytes that have no row. After the first error the rest is left to the sweeper. */
async function discard(stored: StoredBytes, services: Storing): Promise<void> {
  try {
    for (const note of notesOf(stored)) await removeUnowned(note, services)
  } catch (error) {
    services.log.warn({ err: error }, 'unowned bytes were not deleted; the sweeper will delete them')
  }
}

const endings: Record<string, string> = {
  'image/webp': '.webp',
  'application/pdf': '.pdf',
  'video/mp4': '.mp4',
}

/** The original name, with the ending of the type as which it is stored. */
export const nameAs = (type: string, name: string) => `${parse(name).name || 'file'}${endings[type] ?? ''}`

type Noted = Pick<StoredBytes, 'key' | 'medium_key' | 'thumb_key' | 'since'>

const notesOf = ({ key, medium_key, thumb_key, since }: Noted): Unowned[] =>
  [key, medium_key, thumb_key].filter((each) => each !== null).map((each) => ({ key: each, since }))
