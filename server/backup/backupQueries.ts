import { DAY_MS } from '#contract/base/days.ts'
import { type Backup, type BackupOverview, DAMAGED_SHOWN, type NightlyBackups } from '#contract/backups.ts'
import type { Config } from '../config.ts'
import type { Db } from '../database/connect.ts'
import type { Services } from '../Services.ts'
import { userNameIn } from '../users/userNameIn.ts'
import { ownCopies } from './location/claimLocation.ts'
import { keptCopies } from './location/prune.ts'
import { damagedCopies, readRestoreTest } from './backupWarnings.ts'
import { countDamaged, damagedFiles } from './damage/damagedFiles.ts'
import { readLapse } from './backupLapse.ts'
import { nightAt } from './backupSchedule.ts'

const SHOWN = 10

/** Everything that the page shows, in a fixed number of statements. */
export async function readBackups({
  db,
  config,
  clock,
}: Pick<Services, 'db' | 'config' | 'clock'>): Promise<BackupOverview> {
  const now = clock()
  // One more, for a running backup.
  const rows = await newestFirst(db)
    .limit(SHOWN + 1)
    .execute()
  const good =
    rows.find(({ state }) => state === 'good') ??
    (await newestFirst(db).where('state', '=', 'good').limit(1).executeTakeFirst())
  const damaged = await damagedFiles(db, DAMAGED_SHOWN)
  const running = rows.find(({ state }) => state === 'running')
  return {
    now: now.toISOString(),
    nightly: nightly(config, now),
    // The number of good copies that the rules keep.
    kept: keptCopies(await ownCopies(db), config.backupKeep).size,
    last_good: good ? asBackup(good) : null,
    running: running ? asBackup(running) : null,
    latest: rows
      .filter((row) => row !== running)
      .slice(0, SHOWN)
      .map(asBackup),
    lapse: config.backupTo ? await readLapse(db, now) : null,
    damaged: damaged.map(({ key: _key, sha256: _sha256, type: _type, ...file }) => file),
    damaged_total: await countDamaged(db),
    restore_test: (await readRestoreTest(db)) ?? null,
    damaged_copies: await damagedCopies(db),
  }
}

const newestFirst = (db: Db) =>
  db
    .selectFrom('backups')
    .leftJoin('users', 'users.id', 'backups.started_by')
    .selectAll('backups')
    .select(userNameIn('users').as('starter'))
    .orderBy('backups.started_at', 'desc')
    .orderBy('backups.id', 'desc')

type Row = Awaited<ReturnType<ReturnType<typeof newestFirst>['executeTakeFirstOrThrow']>>

const asBackup = ({
  night,
  starter,
  name: _name,
  beat_at: _beat,
  reread_at: _reread,
  is_damaged: _damaged,
  ...row
}: Row): Backup => ({
  ...row,
  is_nightly: night !== null,
  started_by: starter,
  is_unpruned: row.is_unpruned === 1,
})

function nightly(config: Config, now: Date): NightlyBackups | null {
  const { backupTo, backupAt, backupKeep, backupRecipient } = config
  if (!backupTo) return null
  const bucket = backupTo.startsWith('s3://') ? new URL(backupTo) : undefined
  return {
    to: bucket ? `s3://${bucket.hostname}${bucket.pathname}` : backupTo,
    is_online: bucket !== undefined,
    at: backupAt,
    next_at: new Date(nightAt(now, backupAt).due.getTime() + DAY_MS).toISOString(),
    keep: backupKeep,
    is_encrypted: backupRecipient !== undefined,
    is_tested: config.isBackupTested,
  }
}
