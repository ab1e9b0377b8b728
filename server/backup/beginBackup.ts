import type { Kysely } from 'kysely'
import { writeHistory } from '../database/history.ts'
import { isOutside } from '../database/instants.ts'
import type { Tables } from '../database/tables.ts'
import { BACKUP_DEAD_AFTER_MS } from '../files/unownedBytes.ts'
import type { Services } from '../Services.ts'

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
export async function failDeadBackups(db: Kysely<Tables>, now: Date): Promise<void> {
  await db
    .updateTable('backups')
    .set({ state: 'failed', reason: STOPPED })
    .where('state', '=', 'running')
    .where(isOutside('beat_at', BACKUP_DEAD_AFTER_MS, now))
    .execute()
}
