import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { lstat, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { isDeepStrictEqual } from 'node:util'
import { DAY_MS } from '#contract/base/days.ts'
import { flush } from '../base/flush.ts'
import { openFolder } from '../files/diskStore.ts'
import { knownHashes, missingFile, type Progress, spoolStored } from './location/sendFiles.ts'
import { damageIn, WHAT_TO_DO } from './damage/damagedFiles.ts'
import { BackupError, sentences } from './copy/BackupError.ts'
import type { Manifest } from './copy/copyFormat.ts'
import { type Backing, withSpool } from './makeBackup.ts'
import { readCopy } from './copy/readCopy.ts'
import { createEncryption } from './copy/encryption.ts'
import { makeLedger, writeLedger } from './location/writeLedger.ts'
import { openSigner } from './copy/signing.ts'
import { type FilePart, readRecords, writeCopy } from './copy/writeCopy.ts'

/** The file's temporary name until it was read back. */
export const partOf = (path: string) => `${path}.part`

async function expectWritable(part: string): Promise<void> {
  try {
    await writeFile(part, '', { mode: 0o600 })
  } catch (error) {
    const folder = dirname(part)
    const why = (error as Error).message
    throw new BackupError(
      `Elimu cannot write to the folder ${folder}: name a file elsewhere, as in npm run backup -- /somewhere/copy.elimu (${why})`,
      { cause: error },
    )
  }
}

/** Removes the unfinished files of killed runs. */
async function removeOldParts(folder: string): Promise<void> {
  for (const name of (await readdir(folder)).filter((each) => each.endsWith('.elimu.part'))) {
    const path = join(folder, name)
    // Another run may have just removed it.
    const part = await lstat(path).catch(() => undefined)
    if (part && part.mtimeMs < Date.now() - DAY_MS) await rm(path, { force: true })
  }
}

/** Writes all records and files into one file, which gets its final name after it was read back. */
export async function makeFile(services: Backing, path: string, progress: Progress): Promise<Manifest> {
  const { config, clock } = services
  if (existsSync(path)) throw new BackupError(`${path} already exists`)
  const made_at = clock().toISOString()
  const encryption = await createEncryption(config.backupRecipient)
  const part = partOf(path)
  await expectWritable(part)
  await removeOldParts(dirname(path))
  const beside = openFolder(dirname(path))
  try {
    return await withSpool(config.dataDir, async (spool) => {
      progress.begin('records')
      const records = { ...(await readRecords(config, spool)), ledger: await makeLedger(beside, services) }
      const hashes: Manifest['files'] = {}
      const known = await knownHashes(services)

      async function* parts(): AsyncGenerator<FilePart> {
        const written = new Set<string>()
        progress.begin('files', records.types.size)
        for (const [key, type] of records.types) {
          const expected = known.get(key)
          const found = await spoolStored(key, expected, { ...services, spool })
          if (!found) {
            hashes[key] = { type, ...missingFile(expected) }
            continue
          }
          const { release, ...spooled } = found
          try {
            hashes[key] = { type, sha256: spooled.sha256, bytes: spooled.bytes }
            if (!written.has(spooled.sha256)) yield spooled
            written.add(spooled.sha256)
          } finally {
            await release()
          }
          progress.fileDone()
        }
      }

      const about = { made_at, charity: config.charityName, files: 'inside' } as const
      const copy = await encryption.encrypt(writeCopy(about, records, hashes, openSigner(config), parts()))
      await pipeline(copy, createWriteStream(part, { mode: 0o600 }))
      await flush(part)

      progress.begin('reading back', records.types.size)
      const { manifest } = await readCopy(await encryption.decrypt(createReadStream(part)), {
        async file(_sha256, content) {
          content.resume()
          progress.fileDone()
        },
      })
      if (!isDeepStrictEqual(manifest.files, hashes)) throw new BackupError(sentences.differs)
      const damage = await damageIn(services.db, hashes)
      if (damage) throw new BackupError(`${damage}. ${WHAT_TO_DO}`)
      await writeLedger(services, beside)
      await rename(part, path)
      await flush(dirname(path))
      return manifest
    })
  } finally {
    await rm(part, { force: true })
  }
}
