import { compareNames } from '#contract/lookups.ts'
import type { NotificationTime } from '#contract/notifications.ts'
import type { Db } from '../database/connect.ts'
import { type RecordKind, recordTable } from './recordTables.ts'

type NamedTime = NotificationTime & { year_name: string; term_name: string }

/**
 * The newest term that has a report card, the newest that has a receipt, and the newer of the two. A term without
 * records does not count: otherwise every record would be missing on the day the term is added. The two kinds are
 * separate, because fees are paid when a term begins and marks are known when it ends.
 */
export async function findNewestTerms(db: Db): Promise<Record<RecordKind | 'newest', NamedTime | null>> {
  const times = await db
    .selectFrom('years')
    .innerJoin('terms', (join) => join.onTrue())
    .select((eb) => {
      const has = (kind: RecordKind) =>
        eb.exists(
          eb
            .selectFrom(recordTable(db, kind))
            .select('record.id')
            .whereRef('year_id', '=', 'years.id')
            .whereRef('term_id', '=', 'terms.id'),
        )
      return [
        'years.id as year_id',
        'terms.id as term_id',
        'year_name',
        'term_name',
        has('report').as('report'),
        has('receipt').as('receipt'),
      ]
    })
    .execute()
  const newestFirst = times.toSorted(
    (a, b) => compareNames(b.year_name, a.year_name) || compareNames(b.term_name, a.term_name),
  )
  const newest = (...kinds: RecordKind[]) =>
    newestFirst.find((time) => kinds.some((kind) => time[kind])) ?? null
  return { report: newest('report'), receipt: newest('receipt'), newest: newest('report', 'receipt') }
}
