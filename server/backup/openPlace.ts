import { access, constants } from 'node:fs/promises'
import { resolve } from 'node:path'
import { openFolder } from '../files/diskStore.ts'
import type { Objects } from '../files/FileStore.ts'
import { BackupError, placeError, sentences } from './BackupError.ts'

/**
 * The folder or bucket where backups go. A folder must be there: one on a disk that is not mounted would otherwise be
 * made on the disk of this server. Whatever fails there is thrown as a sentence.
 */
export async function openPlace(backupTo: string): Promise<Objects> {
  if (!backupTo.startsWith('s3://')) {
    await told(() => access(backupTo, constants.W_OK))
    return telling(openFolder(resolve(backupTo)))
  }
  // Loaded only where it is used.
  const { openBucket } = await import('../files/s3Store.ts')
  return telling(openBucket('BACKUP_TO', backupTo, process.env))
}

function telling(objects: Objects): Objects {
  return {
    put: (key, source, type) => told(() => objects.put(key, source, type)),
    open: (key, range) => told(() => objects.open(key, range), key),
    remove: (key) => told(() => objects.remove(key)),
    async *list(start) {
      try {
        yield* objects.list(start)
      } catch (error) {
        throw placeError(error)
      }
    },
    close: () => objects.close(),
  }
}

async function told<Result>(work: () => Promise<Result>, key?: string): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    const { name, code } = error as { name?: string; code?: string }
    if (key && (name === 'NoSuchKey' || code === 'ENOENT'))
      throw new BackupError(sentences.otherwise, { cause: error })
    throw placeError(error)
  }
}
