import { termName } from '#contract/notifications.ts'
import type { Db } from '../database/connect.ts'
import { type RecordKind, recordTable } from '../database/recordTables.ts'

/** Records with the names of their year and term. */
export const withTerm = (db: Db, kind: RecordKind) =>
  db
    .selectFrom(recordTable(db, kind))
    .innerJoin('years', 'years.id', 'record.year_id')
    .innerJoin('terms', 'terms.id', 'record.term_id')
    .select(['record.id', 'year_name', 'term_name'])

/** The terms of records: `Term 2, 2026`. */
export async function termsOf(db: Db, kind: RecordKind, ids: number[]) {
  const rows = await withTerm(db, kind).where('record.id', 'in', ids).execute()
  return rows.map(({ id, ...time }) => ({ id, term: termName(time) }))
}
