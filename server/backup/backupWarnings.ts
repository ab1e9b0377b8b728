import { backupMessages, damagedWords, lapseWords, type RestoreTest } from '#contract/backups.ts'
import { dayOf } from '#contract/base/days.ts'
import type { Db } from '../database/connect.ts'
import type { Services } from '../Services.ts'
import { lastGood, readLapse } from './backupLapse.ts'
import { countDamaged } from './damage/damagedFiles.ts'

/** The newest test restore. */
export const readRestoreTest = (db: Db): Promise<RestoreTest | undefined> =>
  db
    .selectFrom('restore_tests')
    .select(['state', 'started_at', 'ended_at', 'tables', 'rows', 'files', 'reason'])
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

/** The names of the copies that were found damaged after they had been good. */
export async function damagedCopies(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('backups')
    .select('name')
    .where('is_damaged', '=', 1)
    .orderBy('started_at')
    .execute()
  return rows.map(({ name }) => name ?? '')
}

/** What is wrong with stored files and copies, in sentences without details, because anyone can read them in health. */
export async function backupWarnings({
  db,
  config,
  clock,
}: Pick<Services, 'db' | 'config' | 'clock'>): Promise<string[]> {
  const damaged = await countDamaged(db)
  const ofFiles = damaged > 0 ? [`${damagedWords(damaged)}. Settings, Backup names them.`] : []
  if (!config.backupTo) return ofFiles
  const [lapse, good, test] = [await readLapse(db, clock()), await lastGood(db), await readRestoreTest(db)]
  return [
    ...ofFiles,
    lapse && `No copy has been good for ${lapseWords(lapse.hours)}.`,
    good?.is_unpruned && `${backupMessages.notPruned}.`,
    config.isBackupTested &&
      test?.state === 'failed' &&
      `The test restore of ${dayOf(new Date(test.started_at))} failed: Settings, Backup says why.`,
    ...(await damagedCopies(db)).map((name) => `The copy ${name} is damaged or missing.`),
  ].filter((sentence) => typeof sentence === 'string')
}
