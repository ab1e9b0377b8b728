import type { Kysely } from 'kysely'
import { type Waiting, WAITING_MAX } from '#contract/records.ts'
import type { SessionUser } from '#contract/auth.ts'
import type { Tables } from '../database/tables.ts'
import type { RecordKind } from './recordTables.ts'
import { countOf, shownOf, unverified } from './unverifiedRecords.ts'

type Db = Kysely<Tables>

/**
 * What waits to be verified, the longest waiting first. Before all others comes the `first` that is asked for, also one
 * that was returned: whoever asks has it before their eyes.
 */
export async function listWaiting(
  db: Db,
  kind: RecordKind,
  viewer: SessionUser,
  first?: number,
): Promise<{ data: Waiting[]; meta: { total: number } }> {
  const found = await shownOf(unverified(db, kind))
    .where('record.remark', 'is', null)
    .orderBy('record.updated_at')
    .orderBy('record.id')
    .limit(WAITING_MAX)
    .execute()
  const waiting = await countOf(unverified(db, kind).where('record.remark', 'is', null))
  const begin =
    first === undefined
      ? undefined
      : await shownOf(unverified(db, kind)).where('record.id', '=', first).executeTakeFirst()

  const rows = begin ? [begin, ...found.filter(({ id }) => id !== begin.id)] : found
  const isBeside = begin !== undefined && begin.remark !== null
  return { data: rows.map((row) => asWaiting(row, viewer)), meta: { total: waiting + (isBeside ? 1 : 0) } }
}

type Found = Awaited<ReturnType<ReturnType<typeof shownOf>['executeTakeFirstOrThrow']>>

const asWaiting = ({ entered_by_id, remark: _remark, ...row }: Found, viewer: SessionUser): Waiting => ({
  ...row,
  is_own: entered_by_id === viewer.id,
})
