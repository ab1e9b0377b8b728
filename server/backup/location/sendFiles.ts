import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { backupSteps } from '#contract/backups.ts'
import { DatabaseBusyError } from '../../database/engines/sqlite.ts'
import type { Objects } from '../../files/FileStore.ts'
import type { Services } from '../../Services.ts'
import { BackupError, sentences } from '../copy/BackupError.ts'
import { readStored, recordReadings } from '../copy/readStored.ts'
import { FILE, FILES, type Manifest } from '../copy/copyFormat.ts'
import { type Hashed, spoolTo } from '../../base/hashing.ts'
import type { Records } from '../copy/writeCopy.ts'
import type { Encryption } from '../copy/encryption.ts'

type Step = (typeof backupSteps)[number]

/** Receives each step, with the number of its files, and each finished file. */
export type Progress<Steps = Step> = {
  begin: (step: Steps, files_total?: number) => void
  fileDone: () => void
}

/** Parallel requests, to reduce waiting for a distant store. */
const AT_ONCE = 4

const ENCRYPTED = /^files\/([\da-f]{64})-([\da-f]{64})-(\w+)\.age$/

/** A file that is already at the location, or was just sent there. */
export type Sent = {
  name: string
  /** The hash of the object, which is the ciphertext's if it is encrypted. */
  hash: string
  bytes: number
  /** The hash of the plain file, known only if this run has encrypted it. */
  inside?: string
  /** One of the keys with this file. */
  key: string
}

/** Hashes per transaction: each write locks the database, and invalidates the caches of other connections. */
const HASHES_AT_ONCE = 100

type StoredHash = Hashed & { key: string }

type Sending = Pick<Services, 'db' | 'files' | 'clock'> & {
  location: Objects
  encryption: Encryption
  spool: string
}

/**
 * Sends every file of the records to the location, unless it is already there. Files are named by their hash, so that all
 * copies share them. A file that is already there is not read from the store, because the bytes of a key never change.
 * Damaged files are not sent.
 */
export async function sendFiles(
  { types }: Records,
  sending: Sending,
  progress: Progress,
): Promise<{ hashes: Manifest['files']; sent: Sent[]; new_bytes: number }> {
  const present = await presentIn(sending)
  const known = await knownHashes(sending)
  const hashes: Manifest['files'] = {}
  const sent = new Map<string, Promise<Sent>>()
  const fresh: StoredHash[] = []
  let new_bytes = 0

  progress.begin('files', types.size)
  await inParallel([...types], async ([key, type]) => {
    const hashed = known.get(key)
    const existing = hashed && usable(hashed)
    hashes[key] = { type, ...(existing ? hashed : await spoolAndSend(key, hashed)) }
    if (existing && !sent.has(hashed.sha256)) sent.set(hashed.sha256, Promise.resolve({ ...existing, key }))
    progress.fileDone()
  })
  await storeHashes(sending, fresh)
  return { hashes, sent: await Promise.all(sent.values()), new_bytes }

  async function spoolAndSend(key: string, expected?: Hashed): Promise<Hashed & Missing> {
    const spooled = await spoolStored(key, expected, sending)
    if (!spooled) return missingFile(expected)
    const { path, release, ...hashed } = spooled
    try {
      const existing = usable(hashed)
      // Two keys may have the same bytes.
      if (!sent.has(hashed.sha256))
        sent.set(hashed.sha256, existing ? Promise.resolve({ ...existing, key }) : send(path, key, hashed))
      await sent.get(hashed.sha256)
    } finally {
      await release()
    }
    if (!expected && fresh.push({ key, ...hashed }) >= HASHES_AT_ONCE)
      await storeHashes(sending, fresh.splice(0))
    return hashed
  }

  function usable({ sha256, bytes }: Hashed) {
    const existing = present.get(sha256)
    // An encrypted object is larger than its file.
    return existing && (sending.encryption.recipient || existing.bytes === bytes) ? existing : undefined
  }

  async function send(path: string, key: string, hashed: Hashed): Promise<Sent> {
    const object = await sendFile(path, hashed, sending)
    new_bytes += object.bytes
    return { ...object, key }
  }
}

/**
 * Copies the file of a key to the local disk, until it is released. Undefined, with the damage recorded, if it is missing or
 * differs from the upload.
 */
export async function spoolStored(
  key: string,
  expected: Hashed | undefined,
  { files, spool, ...recording }: Pick<Sending, 'files' | 'spool' | 'db' | 'clock'>,
) {
  const path = join(spool, key)
  const release = () => rm(path, { force: true })
  let why: unknown = new BackupError(sentences.differs)
  try {
    const hashed = await spoolTo(path, (await files.open(key)).stream)
    if (!expected || hashed.sha256 === expected.sha256) return { path, release, ...hashed }
  } catch (error) {
    why = error
  }
  await release()
  // The error may also be one of the local disk.
  const reading = await readStored(files, { key, sha256: expected?.sha256 ?? null })
  if (typeof reading !== 'string') throw why
  await recordReadings(recording, [{ key, reading }])
  return undefined
}

type Missing = { is_missing?: true }

/** A file that was never read before has no hash: this is the hash of no bytes. */
export const missingFile = (expected: Hashed = { sha256: '0'.repeat(64), bytes: 0 }) => ({
  ...expected,
  is_missing: true as const,
})

export async function sendFile(
  path: string,
  { sha256, bytes }: Hashed,
  { location, encryption }: Sending,
): Promise<Omit<Sent, 'key'>> {
  const { recipient } = encryption
  if (!recipient) {
    const name = `${FILES}${sha256}`
    await location.put(name, path, TYPE)
    return { name, hash: sha256, bytes }
  }
  const encryptedPath = `${path}.age`
  const encrypted = await spoolTo(encryptedPath, await encryption.encrypt(createReadStream(path)))
  const name = `${FILES}${sha256}-${encrypted.sha256}-${markOf(recipient)}.age`
  try {
    await location.put(name, encryptedPath, TYPE)
    return { name, hash: encrypted.sha256, bytes: encrypted.bytes, inside: sha256 }
  } finally {
    await rm(encryptedPath, { force: true })
  }
}

const TYPE = 'application/octet-stream'

/** The end of the age public key, which marks in an object's name whom it is encrypted for. */
const markOf = (recipient: string) => recipient.slice(-8)

/** The objects at the location that this run can reuse, by the hash of the file. */
async function presentIn({
  location,
  encryption: { recipient },
}: Sending): Promise<Map<string, Omit<Sent, 'key'>>> {
  const present = new Map<string, Omit<Sent, 'key'>>()
  for await (const { key: name, size: bytes } of location.list(FILES)) {
    const [, sha256, hash, mark] = (recipient ? ENCRYPTED : FILE).exec(name) ?? []
    if (!sha256 || (recipient && mark !== markOf(recipient))) continue
    present.set(sha256, { name, hash: hash ?? sha256, bytes })
  }
  return present
}

/** The hash of the file in an object's name. */
export const fileIn = (name: string) => (FILE.exec(name) ?? ENCRYPTED.exec(name))?.[1]

/** The hash of an object's own bytes in its name. */
export const hashIn = (name: string) => FILE.exec(name)?.[1] ?? ENCRYPTED.exec(name)?.[2]

/** The known hashes by key: with them each file is compared that is read from the store. */
export async function knownHashes({ db }: Pick<Services, 'db'>): Promise<Map<string, Hashed>> {
  const rows = await db.selectFrom('stored_hashes').select(['key', 'sha256', 'bytes']).execute()
  return new Map(
    rows.flatMap(({ key, sha256, bytes }) => (sha256 ? [[key, { sha256, bytes: bytes ?? 0 }] as const] : [])),
  )
}

/** Stores the hashes of files that an older version had stored without one. */
async function storeHashes(sending: Sending, fresh: StoredHash[]): Promise<void> {
  if (fresh.length === 0) return
  const readings = fresh.map(({ key, ...reading }) => ({ key, reading }))
  await recordReadings(sending, readings).catch((error: unknown) => {
    // The next backup can store them, so a locked database must not fail this one.
    if (!(error instanceof DatabaseBusyError)) throw error
  })
}

/** Works on a few items at a time. After an error it begins no more items, and waits for the running ones. */
export async function inParallel<Item>(items: Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const rest = items.values()
  const errors: Error[] = []
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const item of rest) {
        if (errors.length > 0) return
        await work(item).catch((error: Error) => errors.push(error))
      }
    }),
  )
  const [first] = errors
  if (first) throw first
}
