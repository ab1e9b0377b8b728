import { sql, type SqlBool } from 'kysely'
import { compareNames } from '#contract/lookups.ts'
import type { NamedTime } from '#contract/records/steps.ts'
import { hasOpened, reportCardsDueSince } from '#contract/termDates.ts'
import { termsWithDates } from '../calendar/calendarQueries.ts'
import type { Db } from '../database/connect.ts'
import { prepared } from '../database/prepared.ts'
import { type RecordKind, recordTable } from '../database/recordTables.ts'

/**
 * The newest term for report cards, the newest for receipts, and the newer of the two. The two kinds are separate, because fees are
 * paid when a term begins and marks are known when it ends.
 *
 * A term without dates counts from its first record of the kind: otherwise every record would be missing on the day the term is
 * added. One with dates counts for receipts from the day it opens, and for report cards from its first or from the day they are
 * due. Before it opens it does not count, although fees may have been paid.
 */
export async function findNewestTerms(
  db: Db,
  today: string,
): Promise<Record<RecordKind | 'newest', NamedTime | null>> {
  const { all, dated } = readersOf(db)
  const times = await all({})
  const calendar = await dated({})
  const ofKind = (kind: RecordKind) =>
    newestOf(
      kind,
      times.filter((time) => time.kind === kind),
      calendar,
      today,
    )
  const [report, receipt] = [ofKind('report'), ofKind('receipt')]
  return { report, receipt, newest: latest([report, receipt]) }
}

/** The same for one kind. */
export async function findNewestTerm(db: Db, kind: RecordKind, today: string): Promise<NamedTime | null> {
  const readers = readersOf(db)
  return newestOf(kind, await readers[kind]({}), await readers.dated({}), today)
}

/** All terms that have a record, and the newest one, the newest first. */
export async function listTerms(db: Db, today: string): Promise<NamedTime[]> {
  const { newest } = await findNewestTerms(db, today)
  const times = await timesOf(db, 'report').unionAll(timesOf(db, 'receipt')).execute()
  const found = [...times.filter(({ has_records }) => has_records), ...(newest ? [newest] : [])]
  return [...new Map(found.toSorted(newestFirst).map((time) => [keyOf(time), asNamedTime(time)])).values()]
}

const keyOf = ({ year_id, term_id }: NamedTime) => `${year_id} ${term_id}`
const newestFirst = (a: NamedTime, b: NamedTime) =>
  compareNames(b.year_name, a.year_name) || compareNames(b.term_name, a.term_name)

type Dated = NamedTime & Awaited<ReturnType<ReturnType<typeof termsWithDates>['execute']>>[number]

function newestOf(
  kind: RecordKind,
  times: (NamedTime & { has_records: SqlBool })[],
  calendar: Dated[],
  today: string,
): NamedTime | null {
  const withRecords = times.filter(({ has_records }) => has_records)
  const isToCome = ({ year_id, term_id }: NamedTime) =>
    calendar.some((term) => term.year_id === year_id && term.term_id === term_id && !hasOpened(term, today))
  const begun = calendar.filter((term) =>
    kind === 'receipt' ? hasOpened(term, today) : reportCardsDueSince(term, term.due_days, today) !== null,
  )
  // Nothing but terms to come: as without dates.
  return latest([...withRecords.filter((time) => !isToCome(time)), ...begun]) ?? latest(withRecords)
}

const latest = (times: (NamedTime | null)[]): NamedTime | null => {
  const [first] = times.filter((time) => time !== null).toSorted(newestFirst)
  return first ? asNamedTime(first) : null
}

/** Without the other columns of the query. */
const asNamedTime = ({ year_id, term_id, year_name, term_name }: NamedTime): NamedTime => ({
  year_id,
  term_id,
  year_name,
  term_name,
})

/** Prepared once for each database, because nearly every screen asks for the newest term. */
const prepare = (db: Db) => ({
  report: prepared(db, () => termsFor(db, 'report')),
  receipt: prepared(db, () => termsFor(db, 'receipt')),
  all: prepared(db, () => termsFor(db, 'report').unionAll(termsFor(db, 'receipt'))),
  dated: prepared(db, () => termsWithDates(db)),
})
const known = new WeakMap<Db, ReturnType<typeof prepare>>()

function readersOf(db: Db) {
  const readers = known.get(db) ?? prepare(db)
  known.set(db, readers)
  return readers
}

const termsFor = (db: Db, kind: RecordKind) => timesOf(db, kind).where('years.id', '=', newestYear(db, kind))

const timesOf = (db: Db, kind: RecordKind) =>
  db
    .selectFrom('years')
    .innerJoin('terms', (join) => join.onTrue())
    .select(['years.id as year_id', 'terms.id as term_id', 'year_name', 'term_name'])
    .select(sql.lit(kind).as('kind'))
    // Selected, because as a condition PostgreSQL would read all records for it.
    .select((eb) =>
      eb(
        eb
          .selectFrom(recordTable(db, kind))
          .select('record.id')
          .whereRef('record.year_id', '=', 'years.id')
          .whereRef('record.term_id', '=', 'terms.id')
          // As below: PostgreSQL would search the table for the records of an empty term.
          .orderBy('record.status')
          .orderBy('record.student_id')
          .limit(sql.lit(1)),
        'is not',
        null,
      ).as('has_records'),
    )

/** The newest year that has a record of a kind. */
const newestYear = (db: Db, kind: RecordKind) =>
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
