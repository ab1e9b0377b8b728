import { existsSync } from 'node:fs'
import { access, constants, stat } from 'node:fs/promises'
import { basename, dirname, resolve } from 'node:path'
import type { Readable } from 'node:stream'
import { localTimeOf } from '#contract/base/days.ts'
import type { Config } from '../../config.ts'
import { migrationNames } from '../../database/migrate.ts'
import { openFolder } from '../../files/diskStore.ts'
import type { Objects } from '../../files/FileStore.ts'
import { BackupError } from '../copy/BackupError.ts'
import { type Progress, fileIn, hashIn, inParallel } from './sendFiles.ts'
import { FILES, filesWithBytes, goodSchema } from '../copy/copyFormat.ts'
import { hashAll } from '../../base/hashing.ts'
import { openLocation } from './openLocation.ts'
import { readLedger } from './ledger.ts'
import { goodCopies, goodName, isCopyName, readJson, startOf } from './prune.ts'
import { type Contents, damaged, readCopy, readingError, type Takers } from '../copy/readCopy.ts'
import { isEncrypted, encryptionMessages, decryptWith } from '../copy/encryption.ts'

/** A copy that can be checked or restored. */
export type Copy = {
  name: string
  read: (takers?: Takers) => Promise<Contents>
  /** Reads a file that is stored beside the copy; only after `check`. */
  openBeside: (sha256: string) => Promise<Readable>
  /** Reads the whole copy and compares every hash. */
  check: (progress?: Progress<string>) => Promise<Contents>
  /** The ledger of anonymised records beside the copy; undefined if there is none. */
  readLedger: () => ReturnType<typeof readLedger>
  /** Whether the operator's keys allow a ledger of this signer. */
  trusts: (signer: string) => boolean
  close: () => void
}

/** The operator's keys: with an identity only encrypted copies are read, with a signer only copies signed by it. */
export type Keys = {
  /** The private age key. */
  identity?: string | undefined
  /** A fingerprint. */
  signer?: string | undefined
  /** The fingerprint of another signer of the ledger beside the copy, such as this Elimu with its present secret. */
  ledgerSigner?: string | undefined
}

export const signerMessages = {
  none: 'This copy is not signed: an older Elimu or somebody else made it. To read it anyway, leave --signer out',
  other: (signer: string) =>
    `This copy is signed by ${signer}: somebody else made it, or Elimu when it had another secret. To read it anyway, give that fingerprint with --signer`,
  renamed: (madeAt: string) =>
    `This copy was made ${localTimeOf(new Date(madeAt))} Nairobi time, but has the name of another copy`,
} as const

/** Whether the name means a copy at `BACKUP_TO`. */
export const isAtLocation = (given: string, folder: string) =>
  (given === 'latest' || isCopyName(given)) && !existsSync(resolve(folder, given))

/** Opens the copy at a path, the copy with this name at `BACKUP_TO`, or the latest good one there. */
export async function openCopy(
  given: string,
  { backupTo }: Pick<Config, 'backupTo'>,
  folder: string,
  keys: Keys = {},
): Promise<Copy> {
  const path = resolve(folder, given)
  const isThere = isAtLocation(given, folder)
  if (!isThere && !existsSync(path)) throw new BackupError(`There is no file ${path}`)
  if (!isThere)
    await access(path, constants.R_OK).catch((error: Error) => {
      throw new BackupError(`You may not read the file ${path}`, { cause: error })
    })
  if (!isThere && (await stat(path)).isDirectory())
    throw new BackupError(`${path} is a folder: name a copy in it`)
  if (isThere && !backupTo) throw new BackupError('BACKUP_TO is not set')
  const location = isThere ? await openLocation(backupTo ?? '') : openFolder(dirname(path))
  const name = given === 'latest' && isThere ? (await goodCopies(location))[0] : basename(path)
  if (!name) throw new BackupError('There is no good copy yet')
  return copyAt(location, name, keys)
}

const messageOf = (error: unknown) => (error instanceof BackupError ? error.message : undefined)

/** Whether an object differs from the hash that its name or the `.good.json` beside it has, if there is one. */
async function isDamaged(location: Objects, object: string): Promise<boolean> {
  const expected = isCopyName(object) ? await hashInGood(location, object) : hashIn(object)
  return expected !== undefined && (await hashAll((await location.open(object)).stream)).sha256 !== expected
}

async function hashInGood(location: Objects, name: string): Promise<string | undefined> {
  for await (const { key } of location.list(goodName(name)))
    return goodSchema.safeParse(await readJson(location, key)).data?.sha256
  return undefined
}

/** `2026-11-22T02:00` */
const MINUTES = 16

export async function copyAt(
  location: Objects,
  name: string,
  { identity, signer, ledgerSigner }: Keys,
): Promise<Copy> {
  if (!identity && (await isEncrypted(location, name))) throw new BackupError(encryptionMessages.noKey)
  const beside = new Map<string, string>()

  async function open(object: string): Promise<Readable> {
    if (!identity) return (await location.open(object)).stream
    if (!(await isEncrypted(location, object))) throw new BackupError(encryptionMessages.notEncrypted)
    return decryptWith(identity, (await location.open(object)).stream)
  }

  /** A damaged beginning looks like another key, like no encryption, or like no copy at all. */
  async function explain(object: string, error: unknown): Promise<unknown> {
    const { wrongKey, notEncrypted } = encryptionMessages
    const reason = readingError(error)
    const isBeginning = [wrongKey, notEncrypted, damaged.noCopy].some((each) => each === messageOf(reason))
    return isBeginning && (await isDamaged(location, object)) ? new BackupError(damaged.unreadable) : reason
  }

  async function read(takers: Takers = {}) {
    const takersHere: Takers = {
      ...takers,
      async head(head) {
        if (head.migrations.some((each) => !migrationNames.includes(each)))
          throw new BackupError(damaged.newer)
        // Otherwise anyone who can write to the location could rename an old copy to make it the newest.
        if (isCopyName(name) && startOf(name).slice(0, MINUTES) !== head.made_at.slice(0, MINUTES))
          throw new BackupError(signerMessages.renamed(head.made_at))
        await takers.head?.(head)
      },
    }
    const contents = await open(name)
      .then((source) => readCopy(source, takersHere))
      .catch(async (error: unknown) => {
        throw await explain(name, error)
      })
    if (!signer || contents.signer === signer) return contents
    throw new BackupError(contents.signer ? signerMessages.other(contents.signer) : signerMessages.none)
  }

  /** A file may have several objects: encrypted for another key, or sent again because one was damaged. */
  async function findBeside(sha256: string, objects: string[]): Promise<void> {
    let why: unknown = new BackupError(damaged.noFile(sha256))
    for (const object of objects)
      try {
        if ((await hashAll(await open(object))).sha256 === sha256) return void beside.set(sha256, object)
        why = new BackupError(damaged.file(sha256))
      } catch (error) {
        const reason = await explain(object, error)
        const isUnreadable = messageOf(reason) === damaged.unreadable
        if (messageOf(why) !== damaged.file(sha256))
          why = isUnreadable ? new BackupError(damaged.file(sha256), { cause: error }) : reason
      }
    throw why
  }

  return {
    name,
    read,
    openBeside: (sha256) => open(beside.get(sha256) ?? ''),
    async check(progress) {
      progress?.begin('checking')
      const contents = await read()
      if (contents.head.files === 'inside') return contents
      const objects = new Map<string, string[]>()
      for await (const { key } of location.list(FILES)) {
        const sha256 = fileIn(key)
        if (sha256) objects.set(sha256, [...(objects.get(sha256) ?? []), key])
      }
      const needed = new Set(filesWithBytes(contents.manifest).map(([, { sha256 }]) => sha256))
      progress?.begin('checking', needed.size)
      await inParallel([...needed], async (sha256) => {
        await findBeside(sha256, objects.get(sha256) ?? [])
        progress?.fileDone()
      })
      return contents
    },
    readLedger: () => readLedger(location),
    trusts: (by) => !signer || by === signer || by === ledgerSigner,
    close: () => location.close(),
  }
}
