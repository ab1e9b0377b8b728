import { constants } from 'node:fs'
import { type FileHandle, open, utimes } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { FileStore } from '@tus/file-store'
import { mediaFile } from '#contract/files.ts'
import { contentTypeOf, HEAD_BYTES } from '../files/contentType.ts'
import { ApiError, invalid } from '../http/ApiError.ts'
import { piecePaths } from './ownPieces.ts'

type Begun = Parameters<FileStore['create']>[0]

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
    await this.#renew(begun.id)
    return created
  }

  /** Appends what arrives, until it is no film. */
  override async write(arriving: Readable, id: string, offset: number): Promise<number> {
    try {
      const end = await append(arriving, piecePaths(this.directory, id).bytes, offset)
      await this.#renew(id)
      return end
    } catch (error) {
      if (error instanceof ApiError) await this.remove(id)
      throw error
    }
  }

  async #renew(id: string): Promise<void> {
    const now = this.#clock()
    for (const path of Object.values(piecePaths(this.directory, id))) await utimes(path, now, now)
  }
}

async function append(arriving: Readable, path: string, offset: number): Promise<number> {
  const file = await open(path, constants.O_RDWR | constants.O_APPEND)
  let end = offset
  try {
    for await (const chunk of arriving as AsyncIterable<Buffer>) {
      await file.appendFile(chunk)
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
