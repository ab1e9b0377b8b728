import { access, constants } from 'node:fs/promises'
import { resolve } from 'node:path'
import { Readable } from 'node:stream'
import type { Config } from '../../config.ts'
import { openFolder } from '../../files/diskStore.ts'
import { type FileStore, type Objects, tryWriting } from '../../files/FileStore.ts'
import { openFileStore } from '../../files/openFileStore.ts'
import { BackupError, filesError, locationError, sentenceOf, sentences } from '../copy/BackupError.ts'

/**
 * Opens the folder or bucket where backups go. A folder must exist: otherwise a backup for an unmounted disk would be
 * written to this server's disk. Reading also works on a read-only disk. Errors are thrown as sentences for users.
 */
export async function openLocation(backupTo: string, { isWritten = false } = {}): Promise<Objects> {
  if (!backupTo.startsWith('s3://')) {
    await withSentence(() => access(backupTo, isWritten ? constants.W_OK : constants.R_OK))
    return withSentences(openFolder(resolve(backupTo)))
  }
  // Imported here because only buckets need it.
  const { openBucket } = await import('../../files/s3Store.ts')
  return withSentences(openBucket('BACKUP_TO', backupTo, process.env))
}

/** The reason why no copy can be written there; undefined if one can. */
export async function whyNotWritable(backupTo: string): Promise<string | undefined> {
  try {
    const location = await openLocation(backupTo, { isWritten: true })
    await tryWriting(location).finally(() => location.close())
    return undefined
  } catch (error) {
    return sentenceOf(error)
  }
}

/** Elimu's own files, for a backup or a restore. Errors of the store are thrown as sentences too. */
export async function openFiles(config: Pick<Config, 'storageUrl' | 'dataDir'>): Promise<FileStore> {
  const files = await openFileStore(config)
  return config.storageUrl ? withSentences(files, filesError) : files
}

/** `toError` makes a sentence for users of an error. */
function withSentences<Kind extends Objects>(objects: Kind, toError = locationError): Kind {
  return {
    ...objects,
    put: (key, source, type) => withSentence(() => objects.put(key, source, type), toError),
    async open(key, range) {
      const { stream, size } = await withSentence(() => objects.open(key, range), toError, key)
      return { stream: Readable.from(readAll(stream, toError), { objectMode: false }), size }
    },
    remove: (key) => withSentence(() => objects.remove(key), toError),
    async *list(start) {
      try {
        yield* objects.list(start)
      } catch (error) {
        throw toError(error, { isList: true })
      }
    },
  }
}

/** The connection to a store may also fail while a file is being read. */
async function* readAll(stream: Readable, toError: typeof locationError): AsyncGenerator<Buffer> {
  try {
    yield* stream
  } catch (error) {
    throw toError(error)
  }
}

async function withSentence<Result>(
  work: () => Promise<Result>,
  toError = locationError,
  key?: string,
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    const { name, code } = error as { name?: string; code?: string }
    if (key && (name === 'NoSuchKey' || code === 'ENOENT'))
      throw new BackupError(sentences.missing(key), { cause: error })
    throw toError(error)
  }
}
