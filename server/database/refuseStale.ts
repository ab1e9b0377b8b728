import type { Kysely } from 'kysely'
import { conflict } from '../http/ApiError.ts'
import { changesBetween, type HistoryEntry, listHistory } from './history.ts'
import type { Tables } from './tables.ts'

/**
 * Refuses to overwrite a change that the caller has not seen. For rows without a version: `seen` has the values with
 * which the caller's form was opened. A call without them is accepted.
 */
export async function refuseStale<Form extends object>(
  trx: Kysely<Tables>,
  { entity, entity_id }: Pick<HistoryEntry, 'entity' | 'entity_id'>,
  now: Form,
  seen: Form | undefined,
  changedMeanwhile: (name: string) => string,
): Promise<void> {
  if (!seen) return
  const changed = changesBetween(now, seen)
  if (Object.keys(changed).length === 0) return
  const entries = await listHistory(trx, entity, entity_id)
  const last = entries.find(({ changes }) => changes.some(({ field }) => field in changed))
  throw conflict(changedMeanwhile(last?.by ?? 'Somebody'))
}
