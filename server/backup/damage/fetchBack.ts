import { copyFile, rm } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { Readable } from 'node:stream'
import { openFolder } from '../../files/diskStore.ts'
import type { Objects } from '../../files/FileStore.ts'
import type { Services } from '../../Services.ts'
import { BackupError, isLocationError } from '../copy/BackupError.ts'
import { FILES } from '../copy/copyFormat.ts'
import { decryptWith, encryptionMessages, isEncrypted } from '../copy/encryption.ts'
import { spoolTo } from '../../base/hashing.ts'
import { readingError } from '../copy/readCopy.ts'
import { isAtLocation, type Keys, openCopy } from '../location/openCopy.ts'
import { openLocation } from '../location/openLocation.ts'
import { fileIn } from '../location/sendFiles.ts'
import { type Damaged, damagedFiles } from './damagedFiles.ts'
import { readStored, recordReadings } from '../copy/readStored.ts'

type Fetching = Pick<Services, 'config' | 'db' | 'files' | 'clock'> & { folder: string; keys: Keys }

/**
 * Puts the damaged and missing files back into the store, from `BACKUP_TO`, or from a copy that is given by its path.
 * Only bytes with the hash of the upload are taken, also from a forged copy.
 */
export async function fetchBack(
  given: string | undefined,
  fetching: Fetching,
): Promise<{ fetched: Damaged[]; lacking: Damaged[] }> {
  const { db, files, config, folder, keys } = fetching
  const wanted = await damagedFiles(db)
  const bySha256 = Map.groupBy(wanted, ({ sha256 }) => sha256 ?? '')
  const fetched = new Set<string>()
  if (wanted.length > 0) await fetchAll()
  return {
    fetched: wanted.filter(({ key }) => fetched.has(key)),
    lacking: wanted.filter(({ key }) => !fetched.has(key)),
  }

  async function fetchAll(): Promise<void> {
    if (given === undefined || isAtLocation(given, folder)) {
      if (!config.backupTo)
        throw new BackupError('BACKUP_TO is not set: name the copy to take the files from')
      const location = await openLocation(config.backupTo)
      return fetchFrom(location).finally(() => location.close())
    }
    const copy = await openCopy(given, config, folder, keys)
    let isInside = false
    await copy.read({
      head: ({ files: where }) => void (isInside = where === 'inside'),
      file: take,
    })
    copy.close()
    if (!isInside) await fetchFrom(openFolder(dirname(resolve(folder, given))))
  }

  /** Fetches the objects beside copies. A file may have several; some may be damaged or encrypted for another key. */
  async function fetchFrom(location: Objects): Promise<void> {
    let noKey = false
    for await (const { key: object } of location.list(FILES)) {
      const sha256 = fileIn(object)
      if (!sha256 || !bySha256.get(sha256)?.some(({ key }) => !fetched.has(key))) continue
      try {
        const isClosed = await isEncrypted(location, object)
        noKey ||= isClosed && !keys.identity
        if (isClosed && !keys.identity) continue
        const { stream } = await location.open(object)
        await take(sha256, isClosed && keys.identity ? await decryptWith(keys.identity, stream) : stream)
      } catch (error) {
        const why = readingError(error)
        if (!(why instanceof BackupError) || isLocationError(why)) throw error
      }
    }
    if (noKey) throw new BackupError(encryptionMessages.noKey)
  }

  async function take(sha256: string, content: Readable): Promise<void> {
    const path = join(files.incoming, `fetched-${sha256}`)
    const again = `${path}-again`
    try {
      const found = bySha256.get(sha256) ?? []
      if (found.length === 0) {
        content.resume()
        return
      }
      if ((await spoolTo(path, content)).sha256 !== sha256) return
      for (const file of found) {
        await copyFile(path, again)
        await files.put(file.key, again, file.type)
        const reading = await readStored(files, file)
        await recordReadings(fetching, [{ key: file.key, reading }])
        if (typeof reading !== 'string') fetched.add(file.key)
      }
    } finally {
      for (const each of [path, again]) await rm(each, { force: true })
    }
  }
}

/** Accepts that the damaged files are lost: copies without them are good again. Returns them. */
export async function acceptLoss({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<Damaged[]> {
  const lost = await damagedFiles(db)
  for (const { key } of lost)
    await db
      .updateTable('stored_hashes')
      .set({ accepted_at: clock().toISOString() })
      .where('key', '=', key)
      .where('damage', 'is not', null)
      .execute()
  return lost
}
