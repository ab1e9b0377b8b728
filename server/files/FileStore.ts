import { accessSync, constants } from 'node:fs'
import type { Readable } from 'node:stream'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { ensureFolder } from '../ensureFolder.ts'
import { StartError } from '../StartError.ts'
import { openDiskStore } from './diskStore.ts'

/** First and last byte, both included. */
export type ByteRange = { start: number; end: number }

/**
 * Where the bytes of files live. A key is random and made by us, and what is kept under it never changes.
 * Which bytes belong to whom is for the database to say.
 */
export type FileStore = {
  /** The folder of this machine for files that are on their way. */
  incoming: string
  /** Keeps bytes, or a file of this machine, which may be moved away. Only a put that has ended can be read. */
  put(key: string, source: Buffer | string, type: string): Promise<void>
  /** `size` is that of the whole. */
  open(key: string, range?: ByteRange): Promise<{ stream: Readable; size: number }>
  /** Also what is not there, or not whole. */
  remove(key: string): Promise<void>
  close(): void
}

/** A bucket when a URL is set, else the data folder. */
export async function openFileStore({ storageUrl, dataDir }: Stored): Promise<FileStore> {
  const incoming = folderIn(dataDir, 'incoming')
  if (!storageUrl) return openDiskStore(folderIn(dataDir, 'files'), incoming)
  // Loaded only where it is used: an installation on its own disk need not carry it in memory.
  const { openS3Store } = await import('./s3Store.ts')
  return openS3Store(storageUrl, incoming, process.env)
}

type Stored = Pick<Config, 'storageUrl' | 'dataDir'>

function folderIn(dataDir: string, name: string): string {
  const folder = join(dataDir, name)
  try {
    ensureFolder(folder)
    accessSync(folder, constants.W_OK)
    return folder
  } catch (error) {
    const { message } = error as Error
    throw new StartError(`DATA_DIR is "${dataDir}", but Elimu cannot write there: ${message}.`)
  }
}
