import { mkdir, rm } from 'node:fs/promises'
import { isDeepStrictEqual } from 'node:util'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { Objects } from '../files/FileStore.ts'
import type { Services } from '../Services.ts'
import { BackupError, placeError, sentences } from './BackupError.ts'
import { keepRow, type Progress } from './backupRow.ts'
import type { Good, Manifest } from './copyFormat.ts'
import { hashAll, hashing, type Hashed, spoolTo } from './hashing.ts'
import { openPlace } from './openPlace.ts'
import { readCopy } from './readCopy.ts'
import { openSealing, type Sealing } from './sealing.ts'
import { inParallel, type Sent, sendFile, sendFiles, withSpooled } from './sendFiles.ts'
import { readRecords, writeCopy } from './writeCopy.ts'

export type Backing = Pick<Services, 'config' | 'db' | 'files' | 'clock'>
type Making = Backing & { place: Objects; sealing: Sealing; spool: string }

/** Makes the backup of a row that `beginBackup` has written, and writes into the row how it ended. */
export async function makeBackup(services: Backing, id: number): Promise<void> {
  const row = keepRow(services, id)
  try {
    await Promise.race([make(), row.lost])
  } catch (error) {
    await row.end({ state: 'failed', reason: sentenceOf(error) })
    if (!(error instanceof BackupError)) throw error
  }

  async function make(): Promise<void> {
    const { config } = services
    if (!config.backupTo) throw new BackupError('BACKUP_TO is not set')
    const place = await openPlace(config.backupTo)
    const spool = await freshSpool(config.dataDir)
    try {
      const sealing = await openSealing(config.backupRecipient)
      await row.end(await backUp({ ...services, place, sealing, spool }, row.progress))
    } finally {
      await rm(spool, { recursive: true, force: true })
      place.close()
    }
  }
}

/** Where a backup keeps what it is about to send; what a killed one left there is removed. */
export async function freshSpool(dataDir: string): Promise<string> {
  const spool = join(dataDir, 'backing-up')
  await rm(spool, { recursive: true, force: true })
  await mkdir(spool, { recursive: true, mode: 0o700 })
  return spool
}

export function sentenceOf(error: unknown): string {
  if (error instanceof BackupError) return error.message
  const { code, message } = error as { code?: string; message: string }
  if (code === 'ENOSPC' || code === 'EDQUOT') return sentences.diskFull
  return `Something went wrong: ${message}`
}

async function backUp(making: Making, progress: Progress) {
  const { config, clock, place, sealing, spool } = making
  const now = clock()
  progress.begin('records')
  const name = await freeName(place, now)
  const records = await readRecords(config, spool)
  const { hashes, sent, new_bytes } = await sendFiles(records, making, progress)
  const about = { made_at: now.toISOString(), charity: config.charityName, files: 'beside' } as const
  const path = join(spool, name)
  const copy = await spoolTo(path, await sealing.seal(writeCopy(about, records, hashes)))
  await place.put(name, path, 'application/octet-stream')

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
  if (isGood.includes(false))
    return { state: 'not good', name, ...sizes, reason: sentences.otherwise } as const

  const read_back_at = clock().toISOString()
  const good: Good = {
    ...copy,
    read_back_at,
    recipient: sealing.recipient,
    files: sent.map((file) => file.name),
  }
  await place.put(goodName(name), Buffer.from(`${JSON.stringify(good, undefined, 1)}\n`), 'application/json')
  return { state: 'good', name, read_back_at, ...sizes, reason: null } as const
}

export const goodName = (name: string) => name.replace(/elimu$/, 'good.json')

/** Ahead of UTC, in summer and winter. */
const NAIROBI_MS = 3 * 60 * 60_000

/** `elimu-2026-11-22-0200.elimu`, in Nairobi's time; a second one of the same minute gets a number. */
async function freeName(place: Objects, now: Date): Promise<string> {
  const time = new Date(now.getTime() + NAIROBI_MS).toISOString()
  const start = `elimu-${time.slice(0, 10)}-${time.slice(11, 16).replace(':', '')}`
  const taken = new Set<string>()
  for await (const { key } of place.list(start)) taken.add(key)
  for (let number = 1; ; number++) {
    const name = number === 1 ? `${start}.elimu` : `${start}-${number}.elimu`
    if (!taken.has(name)) return name
  }
}

async function readBackCopy(
  name: string,
  copy: Hashed,
  hashes: Manifest['files'],
  { place, sealing }: Making,
): Promise<boolean> {
  const { stream } = await place.open(name)
  const { through, told } = hashing()
  stream.on('error', (error) => through.destroy(placeError(error)))
  try {
    const { manifest } = await readCopy(await sealing.unseal(stream.pipe(through)))
    return isDeepStrictEqual(told(), copy) && isDeepStrictEqual(manifest.files, hashes)
  } catch (error) {
    if (error instanceof BackupError && (Object.values(sentences) as string[]).includes(error.message))
      throw error
    return false
  }
}

/** A file that reads otherwise, also a second time, is sent anew at once, so that the next backup finds it right. */
async function readBackFile(file: Sent, making: Making): Promise<boolean> {
  if ((await readsRight(file, making)) || (await readsRight(file, making))) return true
  const { name } = await withSpooled(file.key, making, (path, told) => sendFile(path, told, making))
  if (name !== file.name) await making.place.remove(file.name)
  return false
}

async function readsRight({ name, hash, inside }: Sent, { place, sealing }: Making): Promise<boolean> {
  let stream: Readable
  try {
    stream = (await place.open(name)).stream
  } catch (error) {
    if (error instanceof BackupError && error.message === sentences.otherwise) return false
    throw error
  }
  try {
    if (!inside) return (await hashAll(stream)).sha256 === hash
    const { through, told } = hashing()
    stream.on('error', (error) => through.destroy(error))
    const opened = await hashAll(await sealing.unseal(stream.pipe(through)))
    return opened.sha256 === inside && told().sha256 === hash
  } catch (error) {
    throw placeError(error)
  }
}
