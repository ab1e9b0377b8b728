import { DAY_MS, dayOf, instantOf } from '#contract/base/days.ts'
import { repeatEvery } from '../base/repeatEvery.ts'
import type { Services } from '../Services.ts'
import { isOutside, isWithin } from '../database/instants.ts'
import { nightlySince, storeNightlySince, writeLapseLetters } from './backupLapse.ts'
import { writeDamageLetters } from './damageLetters.ts'
import { removeOldScratch } from './testRestore.ts'
import { failDeadBackups, STOPPED } from './backupRow.ts'

/** How often to check the clock, because it may be changed and other processes make backups too. */
const CHECK_EVERY_MS = 30_000

/** The last due time of the nightly backup, and its day in Nairobi. */
export function nightAt(now: Date, at: string): { night: string; due: Date } {
  const today = instantOf(dayOf(now), at)
  const due = today <= now ? today : new Date(today.getTime() - DAY_MS)
  return { night: dayOf(due), due }
}

/** Begins a backup every night, and writes to administrators when none has been good for too long. */
export function createBackupSchedule(services: Services) {
  const { backups, config, db, clock, log } = services
  let isStored = false

  /** Runs every task that is due now. */
  async function runDue(): Promise<void> {
    if (!isStored) await storeNightlySince(services)
    isStored = true
    await failDeadBackups(db, clock())
    await writeDamageLetters(services)
    await removeOldScratch(services)
    if (!config.backupTo) return
    await beginNightly(config.backupAt)
    // A running backup may be good, so letters wait for its end.
    if (!(await isRunning())) await writeLapseLetters(services)
  }

  const isRunning = () =>
    db.selectFrom('backups').select('id').where('state', '=', 'running').executeTakeFirst()

  /**
   * Begins the backup of the last night, even hours later if no process ran then, or if a stop interrupted it. Not for
   * nights before nightly backups were turned on, nor if there has been a good backup since.
   */
  async function beginNightly(at: string): Promise<void> {
    const now = clock()
    const { night, due } = nightAt(now, at)
    const since = due.toISOString()
    const nightly = await nightlySince(db)
    if (nightly && nightly > since && isWithin(nightly, DAY_MS, now)) return
    const [good, own] = await Promise.all([
      db
        .selectFrom('backups')
        .select('id')
        .where('state', '=', 'good')
        .where('started_at', '>=', since)
        .where((eb) => eb.not(isOutside('started_at', DAY_MS, now)))
        .executeTakeFirst(),
      db.selectFrom('backups').select(['id', 'reason']).where('night', '=', night).executeTakeFirst(),
    ])
    if (good || (own && own.reason !== STOPPED)) return
    if (own) await db.updateTable('backups').set({ night: null }).where('id', '=', own.id).execute()
    await backups.begin({ night })
  }

  const loop = repeatEvery(CHECK_EVERY_MS, runDue, (err) =>
    log.error({ err }, 'the check for a nightly backup failed'),
  )
  return { ...loop, runDue }
}
