import { dayOf, instantOf } from '#contract/fields.ts'
import type { Services } from '../../Services.ts'
import { isOutside, isWithin } from '../../database/instants.ts'
import { recordNightlySetting, nightlySince, writeLapseLetters } from './backupLapse.ts'
import { endDead, STOPPED } from '../beginBackup.ts'

export const DAY_MS = 24 * 60 * 60_000
/** How often the clock is looked at: somebody may set it, and other processes make backups too. */
const LOOK_EVERY_MS = 30_000

/** The day in Nairobi on which the time of the nightly backup last came round, and that instant. */
export function nightAt(now: Date, at: string): { night: string; due: Date } {
  const today = instantOf(dayOf(now), at)
  const due = today <= now ? today : new Date(today.getTime() - DAY_MS)
  return { night: dayOf(due), due }
}

/** Begins a backup every night, and tells administrators when none has been good for too long. */
export function createBackupSchedule(services: Services) {
  const { backups, config, db, clock, log } = services
  let timer: NodeJS.Timeout | undefined
  let round: Promise<void> | undefined
  let isNoted = false

  /** One look at the clock. */
  async function look(): Promise<void> {
    if (!isNoted) await recordNightlySetting(services)
    isNoted = true
    await endDead(db, clock())
    if (!config.backupTo) return
    await beginNightly(config.backupAt)
    // One that is being made may be good: it is waited for.
    if (!(await isRunning())) await writeLapseLetters(services)
  }

  const isRunning = () =>
    db.selectFrom('backups').select('id').where('state', '=', 'running').executeTakeFirst()

  /**
   * Begins the backup of the last night, also hours later if no process ran then, or if a stop cut it off. Nights
   * before nightly backups were turned on are none, and a good backup since then will do.
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

  function wake(): void {
    round = look()
      .catch((error: unknown) => log.error({ err: error }, 'the nightly backup could not be looked after'))
      .finally(() => {
        if (timer) timer = setTimeout(wake, LOOK_EVERY_MS)
      })
  }

  return {
    look,
    start(): void {
      timer = setTimeout(wake, 0)
    },
    async stop(): Promise<void> {
      clearTimeout(timer)
      timer = undefined
      await round
    },
  }
}
