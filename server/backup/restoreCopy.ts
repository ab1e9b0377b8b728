import { copyFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { Config } from '../config.ts'
import {
  fillEmpty,
  fillTables,
  insertLines,
  refuseNonEmpty,
  setLastIds,
  summaryOf,
} from '../database/engines/fillEmpty.ts'
import { isRefusedContent } from '../database/uniqueViolation.ts'
import { migrateWithin, migrationNames } from '../database/migrate.ts'
import type { Rows, Shape } from '../database/engines/snapshot.ts'
import type { AllStudentData } from '../database/studentData.ts'
import { markRestore, unmarkRestore } from '../database/engines/unfinishedRestore.ts'
import type { FileStore } from '../files/FileStore.ts'
import { type Progress, inParallel } from './location/sendFiles.ts'
import { BackupError } from './copy/BackupError.ts'
import { filesWithBytes, type Manifest } from './copy/copyFormat.ts'
import { damaged } from './copy/readCopy.ts'
import { hashAll, spoolTo } from '../base/hashing.ts'
import { applyLedger } from './applyLedger.ts'
import { restoreHashes } from './damage/restoreHashes.ts'
import { findLedger, type FoundLedger } from './findLedger.ts'
import type { Copy } from './location/openCopy.ts'
import { storeLedger } from './location/writeLedger.ts'

type Restored = {
  manifest: Manifest
  /** The number of letters that will be sent. */
  waiting: number
  /** How many records were anonymised again. */
  anonymised: number
  /** Whether there was no other ledger, so that the copy's own counted. */
  isOwnLedger: boolean
}

type Restoring = {
  config: Config
  /** Without a store only the records are restored. */
  files: FileStore | undefined
  studentData: AllStudentData
  clock: () => Date
  /** Receives the signer of the copy, and the ledger that will be applied, before anything is restored. */
  onChecked: (signer: string | undefined, found: FoundLedger | undefined) => void
  /** Restores although there is no valid ledger of anonymised records beside the copy. */
  withoutLedger?: boolean | undefined
}

/**
 * Fills an empty database and an empty store with a copy. Checks the whole copy first, so that a damaged one changes
 * nothing. Inserts all rows in one transaction, which commits after every row and file was read back.
 */
export async function restoreCopy(
  copy: Copy,
  { config, files, studentData, clock, onChecked, withoutLedger = false }: Restoring,
  progress: Progress<string>,
): Promise<Restored> {
  await refuseNonEmpty(config)
  const wasMarked = await markRestore(config, copy.name)
  const { head, manifest, signer, found } = await check().catch(async (error: unknown) => {
    // Nothing was changed. An earlier restore may have been interrupted later.
    if (!wasMarked) await unmarkRestore(config)
    throw error
  })
  onChecked(signer, found)
  const keys = Map.groupBy(filesWithBytes(manifest), ([, { sha256 }]) => sha256)

  const restored = await fillEmpty(config, async (rows) => {
    progress.begin('restoring', keys.size)
    await fillTables(rows, head.migrations, clock(), async (shapes) => {
      await copy.read({
        rows: (table, lines) => insertLines(rows, shapeOf(table, shapes), lines),
        ...(files && { file: (sha256, content) => putAll(files, sha256, content) }),
      })
      if (files && head.files === 'beside')
        await inParallel([...keys.keys()], async (sha256) =>
          putAll(files, sha256, await copy.openBeside(sha256)),
        )
      await setLastIds(rows, manifest.last_ids)
      await compareRows(rows, shapes, manifest)
    })
    if (files) await compareFiles(files, manifest, progress)
    const later = migrationNames.filter((name) => !head.migrations.includes(name))
    await migrateWithin(rows.trx, rows.engine, clock(), later)
    // Older copies have the settings of the original in their history. Without them this Elimu does not own the location of
    // the original's backups, and nightly backups begin with the next start: earlier nights do not count as missed.
    await rows.trx.deleteFrom('settings').execute()
    await restoreHashes(rows.trx, manifest, clock().toISOString())
    const at = clock().toISOString()
    const { anonymised, keys: erased } = await applyLedger(rows.trx, studentData, found?.ledger, at)
    for (const key of erased) await files?.remove(key)
    return {
      manifest,
      anonymised,
      isOwnLedger: found?.where === 'in the copy',
      waiting: await countWaiting(rows),
    }
  }).catch((error: unknown) => {
    throw isRefusedContent(error) ? new BackupError(damaged.refused(error as Error), { cause: error }) : error
  })
  // This Elimu continues the ledger, even if its own copies go to another location.
  if (found?.ledger.json) await storeLedger(config.dataDir, found.ledger.json)
  await unmarkRestore(config)
  return restored

  async function check() {
    const contents = await copy.check(progress)
    if (files) await refuseOtherFiles(files, contents.manifest)
    return {
      ...contents,
      found: withoutLedger ? undefined : await findLedger(copy, contents, config),
    }
  }

  async function putAll(store: FileStore, sha256: string, content: Readable): Promise<void> {
    const path = join(store.incoming, `restored-${sha256}`)
    const again = `${path}-again`
    try {
      await spoolTo(path, content)
      const [first, ...more] = keys.get(sha256) ?? []
      for (const [key, { type }] of more) {
        await copyFile(path, again)
        await store.put(key, again, type)
      }
      // Last, because a folder moves the file, whereas a bucket copies it.
      if (first) await store.put(first[0], path, first[1].type)
    } finally {
      for (const each of [path, again]) await rm(each, { force: true })
    }
    progress.fileDone()
  }
}

/** Accepts files of this copy, which an interrupted restore has left; they are written again. */
async function refuseOtherFiles(files: FileStore, manifest: Manifest): Promise<void> {
  for await (const { key } of files.list())
    if (!manifest.files[key.replace(/\.part$/, '')])
      throw new BackupError(
        'There are already files that do not belong to this copy. Name an empty DATA_DIR or bucket.',
      )
}

function shapeOf(table: string, shapes: Map<string, Shape>): Shape {
  const shape = shapes.get(table)
  if (!shape) throw new BackupError(`This copy has a table that Elimu does not know: ${table}`)
  return shape
}

async function compareRows(rows: Rows, shapes: Map<string, Shape>, { tables }: Manifest): Promise<void> {
  for (const [table, said] of Object.entries(tables)) {
    const read = await summaryOf(rows, shapeOf(table, shapes))
    if (read.rows !== said.rows || read.sha256 !== said.sha256)
      throw new BackupError(`The rows of ${table} differ when read back`)
  }
}

async function compareFiles(files: FileStore, manifest: Manifest, progress: Progress<string>): Promise<void> {
  const all = filesWithBytes(manifest)
  progress.begin('reading back', all.length)
  await inParallel(all, async ([key, { sha256 }]) => {
    const { stream } = await files.open(key)
    if ((await hashAll(stream)).sha256 !== sha256)
      throw new BackupError(`The file ${key} differs when read back`)
    progress.fileDone()
  })
}

async function countWaiting({ trx }: Rows): Promise<number> {
  const { waiting } = await trx
    .selectFrom('letters')
    .select((eb) => eb.fn.countAll<number>().as('waiting'))
    .where('state', 'in', ['waiting', 'sending'])
    .executeTakeFirstOrThrow()
  return waiting
}
