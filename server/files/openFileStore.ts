import { accessSync, constants } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { ensureFolder, ensurePrivateFolder } from '../base/ensureFolder.ts'
import { StartError } from '../base/StartError.ts'
import { openDiskStore } from './diskStore.ts'
import type { FileStore } from './FileStore.ts'

/** A bucket when a URL is set, else the data folder. */
export async function openFileStore({ storageUrl, dataDir }: Stored): Promise<FileStore> {
  const incoming = folderIn(dataDir, 'incoming')
  if (!storageUrl) return openDiskStore(folderIn(dataDir, 'files'), incoming)
  // Loaded only when the settings name a bucket.
  const { openS3Store } = await import('./s3Store.ts')
  return openS3Store(storageUrl, incoming, process.env)
}

type Stored = Pick<Config, 'storageUrl' | 'dataDir'>

function folderIn(dataDir: string, name: string): string {
  const folder = join(dataDir, name)
  try {
    ensurePrivateFolder(dataDir)
    ensureFolder(folder)
    accessSync(folder, constants.W_OK)
    return folder
  } catch (error) {
    const { message } = error as Error
    throw new StartError(`DATA_DIR is "${dataDir}", but Elimu cannot write there: ${message}.`)
  }
}
