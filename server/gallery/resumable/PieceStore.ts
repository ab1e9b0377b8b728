import { chmod, type FileHandle, open, readdir, utimes } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { FileStore } from '@tus/file-store'
import { mediaFile } from '#contract/files.ts'
import { galleryMessages } from '#contract/gallery.ts'
import { contentTypeOf, HEAD_BYTES } from '../../files/contentType.ts'
import { writeAt } from '../../files/writeAt.ts'
import { ApiError, invalid } from '../../http/ApiError.ts'
import { areOfSame, piecePaths } from '../../files/ownPieces.ts'

type Begun = Parameters<FileStore['create']>[0]

/** Of one user at the same time: what is given up without a word fills the disk for a day. */
export const MOST_ARRIVING = 10

/**
 * Films that are arriving, each a file that grows and one of what was said of it. How much is there is what the disk
 * says, so that a server that was killed knows it too. `files/sweep.ts` removes both a day after the last piece.
 */
export class PieceStore extends FileStore {
  readonly #clock: () => Date

  constructor(directory: string, clock: () => Date) {
    super({ directory })
    this.#clock = clock
    this.extensions = ['creation', 'creation-with-upload', 'termination']
  }

  override async create(begun: Begun): Promise<Begun> {
    const created = await super.create(begun)
    for (const path of Object.values(piecePaths(this.directory, begun.id))) await chmod(path, 0o600)
    await this.#renew(begun.id)
    // Counted afterwards, so that of many at the same moment none slips through.
    if ((await this.#countArriving(begun.id)) > MOST_ARRIVING) {
      await this.remove(begun.id)
      throw new ApiError(429, galleryMessages.tooManyArriving)
    }
    return created
  }

  /** Adds what arrives, until it is no film. */
  override async write(arriving: Readable, id: string, offset: number): Promise<number> {
    // Also before: a piece may take hours.
    await this.#renew(id)
    try {
      const end = await addPiece(arriving, piecePaths(this.directory, id).bytes, offset)
      await this.#renew(id)
      return end
    } catch (error) {
      if (error instanceof ApiError) await this.remove(id)
      throw error
    }
  }

  /** Of the user who began this one, and it too. */
  async #countArriving(id: string): Promise<number> {
    const names = await readdir(this.directory)
    return names.filter((name) => areOfSame(id, name)).length
  }

  async #renew(id: string): Promise<void> {
    const now = this.#clock()
    for (const path of Object.values(piecePaths(this.directory, id))) await utimes(path, now, now)
  }
}

async function addPiece(arriving: Readable, path: string, offset: number): Promise<number> {
  const file = await open(path, 'r+')
  let end = offset
  try {
    for await (const chunk of arriving as AsyncIterable<Buffer>) {
      // Where it belongs: another process that still writes the same piece does no harm.
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
