import type { Kysely } from 'kysely'
import { writeHistory } from '../database/history.ts'
import { isOutside } from '../database/instants.ts'
import type { Tables } from '../database/tables.ts'
import { BACKUP_DEAD_AFTER_MS } from '../files/unownedBytes.ts'
import type { Services } from '../Services.ts'

export const STOPPED = 'Elimu was stopped while it made this copy'
export const CRASHED = 'It ended before it was done'

/**
 * Notes that a backup begins; undefined if one runs already, or if that night has its own. `night` is the day in
 * Nairobi of a nightly one, `by` the user who started another one.
 */
export async function beginBackup(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  { night, by }: { night?: string; by?: number } = {},
): Promise<{ id: number } | undefined> {
  const now = clock()
  return db.transaction().execute(async (trx) => {
    await endDead(trx, now)
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

/** Notes that a backup failed whose process was killed together with the server that had begun it. */
export async function endDead(db: Kysely<Tables>, now: Date): Promise<void> {
  await db
    .updateTable('backups')
    .set({ state: 'failed', reason: STOPPED })
    .where('state', '=', 'running')
    .where(isOutside('beat_at', BACKUP_DEAD_AFTER_MS, now))
    .execute()
}
