import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { isDeepStrictEqual } from 'node:util'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { backupMessages } from '#contract/backups.ts'
import { dayOf, timeOf } from '#contract/base/days.ts'
import type { Objects } from '../files/FileStore.ts'
import type { Services } from '../Services.ts'
import { BackupError, isLocationError, sentenceOf, sentences } from './copy/BackupError.ts'
import { damageIn } from './damage/damagedFiles.ts'
import type { BackupRow, Ending } from './backupRow.ts'
import type { Good, Manifest } from './copy/copyFormat.ts'
import { hashAll, createHashing, type Hashed, spoolTo } from '../base/hashing.ts'
import { openLocation } from './location/openLocation.ts'
import type { Keys } from './location/openCopy.ts'
import { ownCopies, claimLocation } from './location/claimLocation.ts'
import { makeLedger, writeLedger } from './location/writeLedger.ts'
import { goodName, numberIn, prune } from './location/prune.ts'
import { rereadCopies, rereadMessages } from './location/rereadCopies.ts'
import { readCopy } from './copy/readCopy.ts'
import { createEncryption, type Encryption } from './copy/encryption.ts'
import { openSigner } from './copy/signing.ts'
import { fileIn, inParallel, type Sent, sendFile, sendFiles, spoolStored } from './location/sendFiles.ts'
import { readRecords, writeCopy } from './copy/writeCopy.ts'

export type Backing = Pick<Services, 'config' | 'db' | 'files' | 'clock'>
type Making = Backing & {
  location: Objects
  encryption: Encryption
  spool: string
  owned: Awaited<ReturnType<typeof claimLocation>>
}

/**
 * Makes the backup of a row that `beginBackup` has created, and writes the result to the row. With `claim`, the keys of
 * the copies there, it claims a location that belongs to another Elimu. Once the copy is good, `onGood` gets its name and
 * what opens it.
 */
export async function makeBackup(
  services: Backing,
  row: BackupRow,
  claim?: Keys,
  onGood?: (name: string, encryption: Encryption) => Promise<void>,
): Promise<Ending> {
  let ending: Ending
  let encryption: Encryption | undefined
  try {
    ending = await Promise.race([make(), row.lost])
  } catch (error) {
    ending = { state: 'failed', reason: reasonOf(error) }
  }
  await row.end(ending)
  if (ending.state === 'good' && ending.name && encryption) await onGood?.(ending.name, encryption)
  return ending

  async function make(): Promise<Ending> {
    const { config } = services
    if (!config.backupTo) throw new BackupError('BACKUP_TO is not set')
    const opener = (encryption = await createEncryption(config.backupRecipient))
    const location = await openLocation(config.backupTo, { isWritten: true })
    try {
      const owned = await claimLocation(location, services, claim)
      return await withSpool(config.dataDir, (spool) =>
        backUp({ ...services, location, encryption: opener, spool, owned }, row),
      )
    } finally {
      location.close()
    }
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof BackupError)) process.emitWarning(error as Error)
  return sentenceOf(error)
}

const SPOOL = 'backing-up'

/** Calls `work` with a temporary folder for data to be sent, and removes those that killed backups have left. */
export async function withSpool<Result>(
  dataDir: string,
  work: (spool: string) => Promise<Result>,
): Promise<Result> {
  for (const left of (await readdir(dataDir)).filter((name) => name.startsWith(SPOOL))) {
    const path = join(dataDir, left)
    // Files that root has left must not prevent this backup.
    await rm(path, { recursive: true, force: true }).catch(() =>
      process.emitWarning(
        `${path} was left by another user’s backup: Elimu may not remove it, so remove it yourself`,
      ),
    )
  }
  const spool = await mkdtemp(join(dataDir, SPOOL)).catch((error: Error) => {
    throw new BackupError(`DATA_DIR is "${dataDir}", but Elimu cannot write there: ${error.message}`)
  })
  try {
    return await work(spool)
  } finally {
    // After an error, a last file may still be being written.
    await rm(spool, { recursive: true, force: true, maxRetries: 10 })
  }
}

async function backUp(making: Making, { id, progress, confirm }: BackupRow): Promise<Ending> {
  const { config, db, clock, location, encryption, spool, owned } = making
  const now = clock()
  progress.begin('records')
  const name = await unusedName(location, now)
  const records = { ...(await readRecords(config, spool)), ledger: await makeLedger(location, making) }
  const { hashes, sent, new_bytes } = await sendFiles(records, making, progress)
  const about = { made_at: now.toISOString(), charity: config.charityName, files: 'beside' } as const
  const path = join(spool, name)
  const copy = await spoolTo(
    path,
    await encryption.encrypt(writeCopy(about, records, hashes, openSigner(config))),
  )
  await location.put(name, path, 'application/octet-stream')

  const sizes = {
    bytes: sent.reduce((sum, { bytes }) => sum + bytes, copy.bytes),
    new_bytes: new_bytes + copy.bytes,
  }
  progress.begin('reading back', sent.length)
  const isGood = [await readBackCopy(name, copy, hashes, making)]
  await inParallel(sent, async (file) => {
    isGood.push(await readBackFile(file, making))
    progress.fileDone()
  })
  const damage = await damageIn(db, hashes)
  if (isGood.includes(false) || damage)
    return { state: 'not good', name, ...sizes, reason: damage ?? sentences.differs }

  const read_back_at = clock().toISOString()
  const { night } = await db
    .selectFrom('backups')
    .select('night')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const good: Good = {
    ...copy,
    read_back_at,
    recipient: encryption.recipient,
    night,
    files: sent.map((file) => file.name),
  }
  await confirm()
  await owned.expectOwner()
  await writeLedger(making, location)
  await location.put(
    goodName(name),
    Buffer.from(`${JSON.stringify(good, undefined, 1)}\n`),
    'application/json',
  )
  // The copy is good, even if others cannot be read or removed now.
  const reread = await rereadCopies(location, making).then(
    (names) => names.length > 0 && rereadMessages.found(names),
    (error: unknown) => `Older copies could not be read again: ${reasonOf(error)}`,
  )
  const own = (await ownCopies(db)).set(name, { isNightly: night !== null })
  const unpruned = await prune(location, config.backupKeep, own, owned.expectOwner).then(
    () => null,
    (error: unknown) => `${backupMessages.notPruned}: ${reasonOf(error)}`,
  )
  const reason = [reread, unpruned, owned.foreign > 0 && foreignCopies(owned.foreign)]
    .filter(Boolean)
    .join('. ')
  const is_unpruned = unpruned ? 1 : 0
  return { state: 'good', name, read_back_at, ...sizes, reason: reason || null, is_unpruned }
}

const foreignCopies = (count: number) =>
  `${count === 1 ? 'One copy' : `${count} copies`} at BACKUP_TO will not count, because this Elimu could not read it or has not signed it. If ${count === 1 ? 'it is' : 'they are'} yours, run --take-over again with --signer and, if encrypted, with --key`

/** `elimu-2026-11-22-0200.elimu`, in Nairobi time; a second copy of the same minute gets a number. */
async function unusedName(location: Objects, now: Date): Promise<string> {
  const start = `elimu-${dayOf(now)}-${timeOf(now).replace(':', '')}`
  const numbers = [0]
  for await (const { key } of location.list(start)) numbers.push(numberIn(key))
  const number = Math.max(...numbers) + 1
  return number === 1 ? `${start}.elimu` : `${start}-${number}.elimu`
}

async function readBackCopy(
  name: string,
  copy: Hashed,
  hashes: Manifest['files'],
  { location, encryption }: Making,
): Promise<boolean> {
  return matches(name, location, async (source, result) => {
    const { manifest } = await readCopy(await encryption.decrypt(source))
    return isDeepStrictEqual(result(), copy) && isDeepStrictEqual(manifest.files, hashes)
  })
}

/** A file that twice reads back differently is sent again at once, so that the next backup finds it correct. */
async function readBackFile(file: Sent, making: Making): Promise<boolean> {
  const { location, encryption } = making
  const read = () =>
    matches(file.name, location, async (source, result) => {
      const { sha256 } = await hashAll(file.inside ? await encryption.decrypt(source) : source)
      return sha256 === (file.inside ?? file.hash) && result().sha256 === file.hash
    })
  if ((await read()) || (await read())) return true
  const inside = fileIn(file.name) ?? ''
  const spooled = await spoolStored(file.key, { sha256: inside, bytes: 0 }, making)
  // The damaged file stays at the location, because it may be all that is left.
  if (!spooled) return false
  const { path, release, ...hashed } = spooled
  try {
    const { name } = await sendFile(path, hashed, making)
    if (name !== file.name) await location.remove(file.name)
  } finally {
    await release()
  }
  return false
}

/** Returns what `compare` returns for an object; false if it is unreadable. Throws when the location fails. */
async function matches(
  name: string,
  location: Objects,
  compare: (source: Readable, result: () => Hashed) => Promise<boolean>,
): Promise<boolean> {
  const { through, result } = createHashing()
  try {
    const { stream } = await location.open(name)
    const source = Readable.from(through(stream), { objectMode: false })
    return await compare(source, result).finally(() => source.destroy())
  } catch (error) {
    if (isLocationError(error)) throw error
    return false
  }
}
