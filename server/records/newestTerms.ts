import { sql, type SqlBool } from 'kysely'
import { compareNames } from '#contract/lookups.ts'
import type { NamedTime } from '#contract/records/steps.ts'
import type { Db } from '../database/connect.ts'
import { prepared } from '../database/prepared.ts'
import { type RecordKind, recordTable } from '../database/recordTables.ts'

/**
 * The newest term that has a report card, the newest that has a receipt, and the newer of the two. A term without
 * records does not count: otherwise every record would be missing on the day the term is added. The two kinds are
 * separate, because fees are paid when a term begins and marks are known when it ends.
 */
export async function findNewestTerms(db: Db): Promise<Record<RecordKind | 'newest', NamedTime | null>> {
  const times = await readersOf(db).all({})
  const ofKind = (kind: RecordKind) => newestOf(times.filter((time) => time.kind === kind))
  return { report: ofKind('report'), receipt: ofKind('receipt'), newest: newestOf(times) }
}

/** The newest term that has a record of a kind. */
export const findNewestTerm = async (db: Db, kind: RecordKind): Promise<NamedTime | null> =>
  newestOf(await readersOf(db)[kind]({}))

const newestOf = (times: (NamedTime & { has_records: SqlBool })[]): NamedTime | null =>
  times
    .filter(({ has_records }) => has_records)
    .toSorted(
      (a, b) => compareNames(b.year_name, a.year_name) || compareNames(b.term_name, a.term_name),
    )[0] ?? null

/** Without the columns of the query. */
export const asNamedTime = (time: NamedTime | null): NamedTime | null =>
  time && {
    year_id: time.year_id,
    term_id: time.term_id,
    year_name: time.year_name,
    term_name: time.term_name,
  }

/** Prepared once for each database, because nearly every screen asks for the newest term. */
const prepare = (db: Db) => ({
  report: prepared(db, () => termsFor(db, 'report')),
  receipt: prepared(db, () => termsFor(db, 'receipt')),
  all: prepared(db, () => termsFor(db, 'report').unionAll(termsFor(db, 'receipt'))),
})
const known = new WeakMap<Db, ReturnType<typeof prepare>>()

function readersOf(db: Db) {
  const readers = known.get(db) ?? prepare(db)
  known.set(db, readers)
  return readers
}

const termsFor = (db: Db, kind: RecordKind) =>
  db
    .selectFrom('years')
    .innerJoin('terms', (join) => join.onTrue())
    .where('years.id', '=', newestYear(db, kind))
    .select(['years.id as year_id', 'terms.id as term_id', 'year_name', 'term_name'])
    .select(sql.lit(kind).as('kind'))
    // Selected, because as a condition PostgreSQL would read all records for it.
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom(recordTable(db, kind))
            .select('record.id')
            .whereRef('year_id', '=', 'years.id')
            .whereRef('term_id', '=', 'terms.id'),
        )
        .as('has_records'),
    )

/** The newest year that has a record of a kind. */
export const newestYear = (db: Db, kind: RecordKind) =>
  db
    .selectFrom('years')
    .select('years.id')
    .where((eb) =>
      eb(
        eb
          .selectFrom(recordTable(db, kind))
          .select('record.id')
          .whereRef('record.year_id', '=', 'years.id')
          // In the order of an index, because PostgreSQL would search the table for the records of an empty year.
          .orderBy('record.term_id')
          .orderBy('record.status')
          .orderBy('record.student_id')
          // Both engines would read all records for an `exists` here.
          .limit(sql.lit(1)),
        'is not',
        null,
      ),
    )
    .orderBy('folded', 'desc')
    .limit(sql.lit(1))
