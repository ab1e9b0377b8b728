import { BACKUP_DEAD_AFTER_MS } from '../files/unownedBytes.ts'
import type { Services } from '../Services.ts'

export const STOPPED = 'Elimu was stopped while it made this copy'

/**
 * Notes that a backup begins; undefined if one runs already, or if that night has its own. `night` is the day in
 * Nairobi of a nightly one, `by` the user who started another one.
 */
export async function beginBackup(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  { night, by }: { night?: string; by?: number } = {},
): Promise<{ id: number } | undefined> {
  const now = clock()
  const dead = new Date(now.getTime() - BACKUP_DEAD_AFTER_MS).toISOString()
  return db.transaction().execute(async (trx) => {
    await trx
      .updateTable('backups')
      .set({ state: 'failed', reason: STOPPED })
      .where('state', '=', 'running')
      .where('beat_at', '<', dead)
      .execute()
    return trx
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
  })
}
