import { existsSync } from 'node:fs'
import { access, constants, stat } from 'node:fs/promises'
import { basename, dirname, resolve } from 'node:path'
import type { Readable } from 'node:stream'
import type { Config } from '../config.ts'
import { migrationNames } from '../database/migrate.ts'
import { openFolder } from '../files/diskStore.ts'
import type { Objects } from '../files/FileStore.ts'
import { BackupError } from './BackupError.ts'
import type { Progress } from './backupRow.ts'
import { FILES, type Head, type Manifest } from './copy/copyFormat.ts'
import { hashAll } from './copy/hashing.ts'
import { openPlace } from './place/openPlace.ts'
import { goodCopies, isCopyName } from './place/prune.ts'
import { damaged, readCopy, readingError, type Takers } from './copy/readCopy.ts'
import { isSealed, sealingMessages, unsealWith } from './copy/sealing.ts'
import { fileIn, inParallel } from './place/sendFiles.ts'

/** A copy to be checked or restored. */
export type Copy = {
  name: string
  read: (takers?: Takers) => Promise<{ head: Head; manifest: Manifest }>
  /** Reads a file that lies beside the copy; only after `check`. */
  openBeside: (sha256: string) => Promise<Readable>
  /** Reads everything in it and compares every hash. */
  check: (progress?: Progress<string>) => Promise<{ head: Head; manifest: Manifest }>
  close: () => void
}

/** The copy of a path, the copy with a name at `BACKUP_TO`, or the latest good one there. */
export async function openCopy(
  given: string,
  { backupTo }: Pick<Config, 'backupTo'>,
  folder: string,
  identity?: string,
): Promise<Copy> {
  const path = resolve(folder, given)
  const isAtPlace = (given === 'latest' || isCopyName(given)) && !existsSync(path)
  if (!isAtPlace && !existsSync(path)) throw new BackupError(`There is no file ${path}`)
  if (!isAtPlace)
    await access(path, constants.R_OK).catch((error: Error) => {
      throw new BackupError(`You may not read the file ${path}`, { cause: error })
    })
  if (!isAtPlace && (await stat(path)).isDirectory())
    throw new BackupError(`${path} is a folder: name a copy in it`)
  if (isAtPlace && !backupTo) throw new BackupError('BACKUP_TO is not set')
  const place = isAtPlace ? await openPlace(backupTo ?? '') : openFolder(dirname(path))
  const name = given === 'latest' && isAtPlace ? (await goodCopies(place))[0] : basename(path)
  if (!name) throw new BackupError('There is no good copy yet')
  return copyAt(place, name, identity)
}

async function copyAt(place: Objects, name: string, identity: string | undefined): Promise<Copy> {
  if ((await isSealed(place, name)) && !identity) throw new BackupError(sealingMessages.noKey)
  const beside = new Map<string, string>()

  async function open(object: string): Promise<Readable> {
    const { stream } = await place.open(object)
    return identity && (await isSealed(place, object)) ? unsealWith(identity, stream) : stream
  }

  async function read(takers: Takers = {}) {
    return readCopy(await open(name), {
      ...takers,
      async head(head) {
        if (head.migrations.some((each) => !migrationNames.includes(each)))
          throw new BackupError(damaged.newer)
        await takers.head?.(head)
      },
    })
  }

  /** There may be several objects with a file: encrypted for another key, or damaged and sent anew. */
  async function findBeside(sha256: string, objects: string[]): Promise<void> {
    let why: unknown = new BackupError(damaged.file(sha256))
    for (const object of objects)
      try {
        if ((await hashAll(await open(object))).sha256 !== sha256) continue
        beside.set(sha256, object)
        return
      } catch (error) {
        why = readingError(error)
      }
    throw why
  }

  return {
    name,
    read,
    openBeside: (sha256) => open(beside.get(sha256) ?? ''),
    async check(progress) {
      progress?.begin('checking')
      const told = await read()
      if (told.head.files === 'inside') return told
      const objects = new Map<string, string[]>()
      for await (const { key } of place.list(FILES)) {
        const sha256 = fileIn(key)
        if (sha256) objects.set(sha256, [...(objects.get(sha256) ?? []), key])
      }
      const needed = new Set(Object.values(told.manifest.files).map(({ sha256 }) => sha256))
      progress?.begin('checking', needed.size)
      await inParallel([...needed], async (sha256) => {
        await findBeside(sha256, objects.get(sha256) ?? [])
        progress?.fileDone()
      })
      return told
    },
    close: () => place.close(),
  }
}
