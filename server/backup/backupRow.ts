import type { Updateable } from 'kysely'
import { repeatEvery } from '../base/repeatEvery.ts'
import { writeHistory } from '../database/history.ts'
import { isOutside } from '../database/instants.ts'
import type { Db } from '../database/connect.ts'
import type { Tables } from '../database/tables.ts'
import { BACKUP_DEAD_AFTER_MS } from '../files/unownedBytes.ts'
import type { Services } from '../Services.ts'
import { BackupError } from './copy/BackupError.ts'
import type { Progress } from './location/sendFiles.ts'

export const HEARTBEAT_MS = 20_000
const REPORT_EVERY_MS = 1_000

export const STOPPED = 'Elimu was stopped while it made this copy'
export const CRASHED = 'The process ended before the copy was finished'

/**
 * Creates the row of a new backup; undefined if one is running, or if that night has one already. `night` is the day in
 * Nairobi of a nightly backup, `by` the user who started another one.
 */
export async function beginBackup(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  { night, by }: { night?: string; by?: number } = {},
): Promise<{ id: number } | undefined> {
  const now = clock()
  return db.transaction().execute(async (trx) => {
    await failDeadBackups(trx, now)
    const begun = await trx
      .insertInto('backups')
      .values({
        state: 'running',
        night: night ?? null,
        started_at: now.toISOString(),
        started_by: by ?? null,
        beat_at: now.toISOString(),
        step: 'records',
        files_done: 0,
        files_total: 0,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (begun) {
      const of = { entity: 'backup', entity_id: begun.id, user_id: by ?? null } as const
      await writeHistory(trx, { ...of, action: 'started', at: now.toISOString() })
    }
    return begun
  })
}

/** Marks a backup as failed if its heartbeat has timed out, as when its process and the server were killed. */
export async function failDeadBackups(db: Db, now: Date): Promise<void> {
  await db
    .updateTable('backups')
    .set({ state: 'failed', reason: STOPPED })
    .where('state', '=', 'running')
    .where(isOutside('beat_at', BACKUP_DEAD_AFTER_MS, now))
    .execute()
}

export type Ending = Updateable<Tables['backups']> & Pick<Tables['backups'], 'state'>

export type BackupRow = ReturnType<typeof trackBackup>

/** Updates the row of a running backup with its step, its progress and a heartbeat. */
export function trackBackup({ db, clock }: Pick<Services, 'db' | 'clock'>, id: number) {
  const at = { step: 'records' as Tables['backups']['step'], files_done: 0, files_total: 0 }
  const lost = Promise.withResolvers<never>()
  // Prevents an unhandled rejection while nothing awaits the promise yet.
  lost.promise.catch(() => {})
  let reportedAt = 0
  const heartbeat = repeatEvery(HEARTBEAT_MS, confirm, (error) => {
    // If the database does not answer, the next heartbeat tries again.
    if (error instanceof BackupError) lost.reject(error)
  })
  heartbeat.start(HEARTBEAT_MS)

  function report(): void {
    reportedAt = performance.now()
    heartbeat.wake()
  }

  async function confirm(): Promise<void> {
    if (!(await write({ ...at, beat_at: clock().toISOString() }))) throw new BackupError(STOPPED)
  }

  async function write(values: Updateable<Tables['backups']>): Promise<boolean> {
    const { numUpdatedRows } = await db
      .updateTable('backups')
      .set(values)
      .where('id', '=', id)
      .where('state', '=', 'running')
      .executeTakeFirst()
    return Number(numUpdatedRows) === 1
  }

  const progress: Progress = {
    begin(step, files_total = 0) {
      Object.assign(at, { step, files_done: 0, files_total })
      report()
    },
    fileDone() {
      at.files_done += 1
      if (performance.now() - reportedAt > REPORT_EVERY_MS) report()
    },
  }
  return {
    id,
    progress,
    /** Rejects when the backup's heartbeat timed out. */
    lost: lost.promise,
    /** Throws if the backup's heartbeat timed out, because another backup may be running. */
    confirm,
    async end(values: Ending): Promise<void> {
      await heartbeat.stop()
      await write({ ...(at.files_total > 0 && at), ...values, beat_at: clock().toISOString() })
    },
    async remove(): Promise<void> {
      await heartbeat.stop()
      await db.deleteFrom('backups').where('id', '=', id).execute()
    },
  }
}
