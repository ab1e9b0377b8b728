import { readdir, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { DAY_MS } from '#contract/base/days.ts'
import type { Config } from '../config.ts'
import { databaseBytes } from '../database/engines/snapshot.ts'
import type { AllStudentData } from '../database/studentData.ts'
import { isOutside, isWithin } from '../database/instants.ts'
import type { Database, Db } from '../database/connect.ts'
import { repeatEvery } from '../base/repeatEvery.ts'
import { ensureFolder } from '../base/ensureFolder.ts'
import { BACKUP_DEAD_AFTER_MS } from '../files/unownedBytes.ts'
import { HEARTBEAT_MS } from './backupRow.ts'
import { BackupError, sentenceOf } from './copy/BackupError.ts'
import type { Encryption } from './copy/encryption.ts'
import { openSigner } from './copy/signing.ts'
import type { Backing } from './makeBackup.ts'
import { copyAt } from './location/openCopy.ts'
import { openLocation } from './location/openLocation.ts'
import { restoreCopy } from './restoreCopy.ts'

/** Less than a week, because the nightly copy of a week later may end a little earlier. */
const EVERY_MS = 6.5 * DAY_MS

/** Room for the restored database, and as much for its migrations. */
const SPACE_FACTOR = 2

type Testing = Backing & Pick<Database, 'engine'> & { studentData: AllStudentData }

/**
 * Restores a copy that was just made into a scratch folder, if no test has passed for a week, and stores the result. Only
 * the run that has encrypted a copy can open it, because the server has no private key.
 */
export async function testRestore(
  services: Testing,
  backup: number,
  copy: { name: string; encryption: Encryption },
): Promise<void> {
  const { db, clock } = services
  const test = await beginTest(services, backup)
  if (!test) return
  const write = (values: object) =>
    db
      .updateTable('restore_tests')
      .set(values)
      .where('id', '=', test.id)
      .where('state', '=', 'running')
      .execute()
  const heartbeat = repeatEvery(
    HEARTBEAT_MS,
    () => write({ beat_at: clock().toISOString() }),
    // If the database does not answer, the next heartbeat tries again.
    () => {},
  )
  heartbeat.start(HEARTBEAT_MS)
  try {
    const result = await restoreToScratch(services, backup, copy).catch((error: Error) => {
      if (!(error instanceof BackupError)) process.emitWarning(error)
      return { state: 'failed', reason: sentenceOf(error) }
    })
    await write({ ...result, ended_at: clock().toISOString() })
  } finally {
    await heartbeat.stop()
    await removeScratch(services.config, backup)
  }
}

/** Tests a nightly copy when it is due, and any copy after a test that failed. One process runs one test at a time. */
async function beginTest(
  { config, db, clock }: Backing,
  backup: number,
): Promise<{ id: number } | undefined> {
  if (!config.isBackupTested) return undefined
  const now = clock()
  await forgetDeadTests(db, now)
  const last = await db
    .selectFrom('restore_tests')
    .select(['state', 'started_at'])
    .where('state', '<>', 'running')
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const { night } = await db
    .selectFrom('backups')
    .select('night')
    .where('id', '=', backup)
    .executeTakeFirstOrThrow()
  const hasFailed = last?.state === 'failed'
  if (!hasFailed && (night === null || (last && isWithin(last.started_at, EVERY_MS, now)))) return undefined
  const at = now.toISOString()
  return db
    .insertInto('restore_tests')
    .values({ backup_id: backup, state: 'running', started_at: at, beat_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
}

/** An interrupted test has no result: the next copy is tested. */
export const forgetTest = (db: Db, backup: number) =>
  db.deleteFrom('restore_tests').where('backup_id', '=', backup).where('state', '=', 'running').execute()

export const forgetDeadTests = (db: Db, now: Date) =>
  db
    .deleteFrom('restore_tests')
    .where('state', '=', 'running')
    .where(isOutside('beat_at', BACKUP_DEAD_AFTER_MS, now))
    .execute()

/**
 * Restores the records into a SQLite file on both engines: rows have the same hashes there, and the database in use is not
 * touched. Compares the files without storing them, because a second set of all files may not fit on this disk. The files of an
 * encrypted copy are not compared again: the backup has compared their encrypted bytes.
 */
async function restoreToScratch(
  { config, db, engine, studentData, clock }: Testing,
  backup: number,
  { name, encryption }: { name: string; encryption: Encryption },
) {
  const dataDir = scratchIn(config, backup)
  await removeScratch(config, backup)
  ensureFolder(dataDir)
  await expectSpace(dataDir, SPACE_FACTOR * (await databaseBytes(db, engine)))
  const location = await openLocation(config.backupTo ?? '')
  try {
    const signer = openSigner(config).fingerprint
    const opened = await copyAt(location, name, { identity: encryption.identity, signer })
    const isEncrypted = encryption.identity !== undefined
    // The files of earlier runs cannot be opened.
    const copy = isEncrypted ? { ...opened, check: () => opened.read() } : opened
    const scratch = { ...config, databaseUrl: undefined, dataDir }
    const restoring = { config: scratch, files: undefined, studentData, clock, onChecked: () => {} }
    const { manifest } = await restoreCopy(copy, restoring, { begin() {}, fileDone() {} })
    const tables = Object.values(manifest.tables)
    return {
      state: 'passed',
      tables: tables.length,
      rows: tables.reduce((sum, { rows }) => sum + rows, 0),
      files: isEncrypted ? null : Object.keys(manifest.files).length,
    }
  } finally {
    location.close()
  }
}

async function expectSpace(folder: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  if (bavail * bsize < bytes)
    throw new BackupError(
      `A test restore needs ${Math.ceil(bytes / 1e6)} MB in DATA_DIR, which are not free. Make room, or set BACKUP_TEST=off`,
    )
}

const SCRATCH = 'testing-restore-'
const scratchIn = ({ dataDir }: Pick<Config, 'dataDir'>, backup: number) =>
  join(dataDir, `${SCRATCH}${backup}`)

export const removeScratch = (config: Pick<Config, 'dataDir'>, backup: number) =>
  rm(scratchIn(config, backup), { recursive: true, force: true, maxRetries: 10 })

/** Removes the scratch folders of tests whose processes were killed. */
export async function removeOldScratch({ config, db, clock }: Pick<Backing, 'config' | 'db' | 'clock'>) {
  // Read first, so that the test of each folder is still listed if it runs.
  const left = (await readdir(config.dataDir).catch(() => [])).filter((name) => name.startsWith(SCRATCH))
  if (left.length === 0) return
  await forgetDeadTests(db, clock())
  const running = await db
    .selectFrom('restore_tests')
    .select('backup_id')
    .where('state', '=', 'running')
    .execute()
  const used = new Set(running.map(({ backup_id }) => `${SCRATCH}${backup_id}`))
  for (const name of left.filter((each) => !used.has(each)))
    await rm(join(config.dataDir, name), { recursive: true, force: true, maxRetries: 10 })
}
