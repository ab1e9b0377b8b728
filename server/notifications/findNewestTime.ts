import type { Kysely } from 'kysely'
import { compareNames } from '#contract/lookups.ts'
import type { NoticeTime } from '#contract/notifications.ts'
import type { Tables } from '../database/tables.ts'
import { type RecordKind, recordTable } from '../records/recordTables.ts'

/**
 * The newest term of which there is a report, or a receipt. A year or term that was only just added has none of
 * anybody: told of it, everybody would be behind on the day it is prepared. The two kinds are asked for apart,
 * because fees are paid as a term begins and marks come as it ends.
 */
export async function findNewestTime(db: Kysely<Tables>, kind: RecordKind): Promise<NoticeTime | undefined> {
  const times = await db
    .selectFrom('years')
    .innerJoin('terms', (join) => join.onTrue())
    .select(['years.id as year_id', 'terms.id as term_id', 'year_name', 'term_name'])
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom(recordTable(db, kind))
          .select('record.id')
          .whereRef('year_id', '=', 'years.id')
          .whereRef('term_id', '=', 'terms.id'),
      ),
    )
    .execute()
  const [newest] = times.toSorted(
    (a, b) => compareNames(b.year_name, a.year_name) || compareNames(b.term_name, a.term_name),
  )
  return newest && { year_id: newest.year_id, term_id: newest.term_id }
}
