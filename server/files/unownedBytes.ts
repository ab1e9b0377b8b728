import { isOutside } from '../database/instants.ts'
import type { Trx } from '../database/history.ts'
import type { Tables } from '../database/tables.ts'
import type { Services } from '../Services.ts'

/** A note that the bytes of a key have no row in `files`, and since when. */
export type Unowned = Tables['unowned_bytes']

/** Longer than any request takes from the first byte in the store to the commit. */
const HOUR_MS = 60 * 60_000
const AT_ONCE = 100
const REMOVING = ' removing'

/** Deletes the notes, because the bytes get their row in this transaction. */
export async function deleteNotes(trx: Trx, notes: Unowned[]): Promise<void> {
  for (const { key, since } of notes) {
    const { numDeletedRows } = await trx
      .deleteFrom('unowned_bytes')
      .where('key', '=', key)
      .where('since', '=', since)
      .executeTakeFirst()
    if (Number(numDeletedRows) !== 1) throw new Error('the bytes were swept before they had an owner')
  }
}

/**
 * Removes bytes without a row. Their note is changed first: then no transaction can give them a row any more. It keeps its
 * instant, so that the next sweep finds them again if this process is killed.
 */
export async function removeUnowned(
  { key, since }: Unowned,
  { db, files }: Pick<Services, 'db' | 'files'>,
): Promise<boolean> {
  const claimed = since.endsWith(REMOVING) ? since : `${since}${REMOVING}`
  const { numUpdatedRows } = await db
    .updateTable('unowned_bytes')
    .set({ since: claimed })
    .where('key', '=', key)
    .where('since', '=', since)
    .executeTakeFirst()
  if (Number(numUpdatedRows) !== 1) return false
  await files.remove(key)
  await db.deleteFrom('unowned_bytes').where('key', '=', key).where('since', '=', claimed).execute()
  return true
}

/** Longer than the time between two heartbeats of a running backup. */
export const BACKUP_DEAD_AFTER_MS = 5 * 60_000

/**
 * Removes bytes that have been without a row for more than an hour, after a crash or the deletion of a file. While a
 * backup runs it removes none: the backup may have read the rows when they still named those bytes.
 */
export async function sweepBytes(
  services: Pick<Services, 'db' | 'files' | 'clock'>,
  stopping?: AbortSignal,
): Promise<number> {
  const now = services.clock()
  const backup = await services.db
    .selectFrom('backups')
    .select('id')
    .where('state', '=', 'running')
    .where((eb) => eb.not(isOutside('beat_at', BACKUP_DEAD_AFTER_MS, now)))
    .executeTakeFirst()
  if (backup) return 0
  let removed = 0
  for (let last = ''; ;) {
    const notes = await services.db
      .selectFrom('unowned_bytes')
      .selectAll()
      .where(isOutside('since', HOUR_MS, now))
      .where('key', '>', last)
      .orderBy('key')
      .limit(AT_ONCE)
      .execute()
    for (const note of notes) if (!stopping?.aborted && (await removeUnowned(note, services))) removed += 1
    if (stopping?.aborted || notes.length < AT_ONCE) return removed
    last = notes.at(-1)?.key ?? ''
  }
}
