import { type FileHandle, open, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { DataStore, ERRORS, Upload } from '@tus/server'
import { mediaFile } from '#contract/base/files.ts'
import { galleryMessages } from '#contract/gallery.ts'
import { contentTypeOf, HEAD_BYTES } from '../../files/contentType.ts'
import { writeAt } from '../../files/diskStore.ts'
import { ApiError, invalid } from '../../base/ApiError.ts'
import { areOfSameUser, resumablePaths } from '../../files/resumableNames.ts'

/** The maximum number of unfinished uploads per user: an abandoned one uses disk space for a day. */
export const MOST_ARRIVING = 10

/**
 * The films that are being uploaded: each is a growing file and a second file with its facts. The size of the first is
 * the offset, so that it is right even after a kill. `files/sweep.ts` removes both a day after the last bytes.
 */
export class ResumableStore extends DataStore {
  override extensions = ['creation', 'creation-with-upload', 'termination']
  readonly #folder: string
  readonly #clock: () => Date

  constructor(folder: string, clock: () => Date) {
    super()
    this.#folder = folder
    this.#clock = clock
  }

  override async create(upload: Upload): Promise<Upload> {
    const { bytes, facts } = resumablePaths(this.#folder, upload.id)
    await writeFile(bytes, '', { mode: 0o600 })
    await writeFile(facts, JSON.stringify(upload), { mode: 0o600 })
    await this.#renew(upload.id)
    // Counted after the creation, so that parallel requests cannot exceed the limit together.
    if ((await this.#countArriving(upload.id)) > MOST_ARRIVING) {
      await this.remove(upload.id)
      throw new ApiError(429, galleryMessages.tooManyArriving)
    }
    return upload
  }

  override async getUpload(id: string): Promise<Upload> {
    const paths = resumablePaths(this.#folder, id)
    const facts = await readFacts(paths.facts)
    const stored = await stat(paths.bytes).catch(unlessMissing)
    if (!facts || !stored) throw ERRORS.FILE_NOT_FOUND
    return new Upload(Object.assign(facts, { offset: stored.size }))
  }

  override async remove(id: string): Promise<void> {
    const { bytes, facts } = resumablePaths(this.#folder, id)
    await rm(bytes).catch((error: NodeJS.ErrnoException) => {
      unlessMissing(error)
      throw ERRORS.FILE_NOT_FOUND
    })
    await rm(facts, { force: true })
  }

  /** Appends the received bytes, and removes the upload if it is not a film. */
  override async write(arriving: Readable, id: string, offset: number): Promise<number> {
    // Renews the files before writing too, because one request may take hours.
    await this.#renew(id)
    try {
      const end = await addBytes(arriving, resumablePaths(this.#folder, id).bytes, offset)
      await this.#renew(id)
      return end
    } catch (error) {
      if (error instanceof ApiError) await this.remove(id)
      throw error
    }
  }

  /** How many unfinished uploads the user of this one has, itself included. */
  async #countArriving(id: string): Promise<number> {
    const names = await readdir(this.#folder)
    return names.filter((name) => areOfSameUser(id, name)).length
  }

  async #renew(id: string): Promise<void> {
    const now = this.#clock()
    for (const path of Object.values(resumablePaths(this.#folder, id))) await utimes(path, now, now)
  }
}

/** The facts of an upload; undefined if they are missing, or incomplete because the server was killed while it wrote them. */
export async function readFacts(path: string): Promise<Upload | undefined> {
  const text = await readFile(path, 'utf8').catch(unlessMissing)
  try {
    return text === undefined ? undefined : (JSON.parse(text) as Upload)
  } catch {
    return undefined
  }
}

export function unlessMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}

async function addBytes(arriving: Readable, path: string, offset: number): Promise<number> {
  const file = await open(path, 'r+')
  let end = offset
  try {
    for await (const chunk of arriving as AsyncIterable<Buffer>) {
      // Writes at its own offset: another process that still writes the same bytes does no harm.
      await writeAt(file, chunk, end)
      const isHeadThere = end < HEAD_BYTES && end + chunk.length >= HEAD_BYTES
      end += chunk.length
      if (isHeadThere && (await typeOf(file)) !== 'video/mp4') throw invalid({ media: [mediaFile.refusal] })
    }
    return end
  } finally {
    await file.close()
  }
}

async function typeOf(file: FileHandle): Promise<string | undefined> {
  const { buffer } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
  return contentTypeOf(buffer)
}
