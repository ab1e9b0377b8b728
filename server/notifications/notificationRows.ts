import { SENT, UNVERIFIED, VERIFIED } from '#contract/records/records.ts'
import { compareNames } from '#contract/lookups.ts'
import {
  hasApprovals,
  type NotificationRow,
  type NotificationTime,
  termSearchText,
} from '#contract/notifications.ts'
import type { ListQuery } from '#contract/base/lists.ts'
import { withYields } from '../base/yieldToRequests.ts'
import { pageInMemory } from '../database/lists.ts'
import type { Db } from '../database/connect.ts'
import type { Actor } from '../database/history.ts'
import { type RecordKind, recordTable } from '../database/recordTables.ts'
import { findNewestTerms } from '../lookups/newestTerms.ts'
import { unverifiedRecords } from '../records/unverifiedRecords.ts'
import { countOfTerm } from '../work/listOpen.ts'
import type { Reading } from '../work/openStudents.ts'
import { countLetters, type Letters } from './send/countLetters.ts'

type Names = Pick<NotificationRow, 'year_id' | 'term_id' | 'year_name' | 'term_name'>
type Added =
  | keyof Letters
  | 'report_returned'
  | 'finance_returned'
  | 'letters_failed'
  | 'missing'
  | 'is_newest'
type Counts = Omit<NotificationRow, keyof Names | Added>
type Counted = Names & Counts

const NONE: Counts = {
  report_pending: 0,
  report_approved: 0,
  report_sent: 0,
  finance_pending: 0,
  finance_approved: 0,
  finance_sent: 0,
}

const prefixes = { report: 'report', receipt: 'finance' } as const
const suffixes: Record<number, 'pending' | 'approved' | 'sent'> = {
  [UNVERIFIED]: 'pending',
  [VERIFIED]: 'approved',
  [SENT]: 'sent',
}

/**
 * The terms with records and the newest term, the newest first. One query per kind and year, so that none
 * counts a whole table.
 */
export async function listNotificationRows(services: Reading, viewer: Actor): Promise<NotificationRow[]> {
  const { db } = services
  const years = await db.selectFrom('years').select(['id', 'year_name']).execute()
  const terms = await db.selectFrom('terms').select(['id', 'term_name']).execute()
  const newest = await findNewestTerms(db, viewer.today)
  const rows: Counted[] = []
  const newestFirst = years.toSorted((a, b) => compareNames(b.year_name, a.year_name))
  for await (const { id: year_id, year_name } of withYields(newestFirst)) {
    const counted = await countYear(db, year_id)
    for (const { id: term_id, term_name } of terms.toSorted((a, b) =>
      compareNames(b.term_name, a.term_name),
    )) {
      const isNewest = newest.newest && isTerm(newest.newest)({ year_id, term_id })
      const counts = counted.get(term_id) ?? (isNewest ? NONE : undefined)
      if (counts) rows.push({ year_id, term_id, year_name, term_name, ...counts })
    }
  }
  return withWork(services, viewer, rows, newest)
}

/** One term, also without any record; undefined where the year or term does not exist. */
export async function findNotificationRow(
  services: Reading,
  viewer: Actor,
  { year_id, term_id }: NotificationTime,
): Promise<NotificationRow | undefined> {
  const { db } = services
  const names = await findTermNames(db, { year_id, term_id })
  if (!names) return undefined
  const counts = (await countYear(db, year_id, term_id)).get(term_id) ?? NONE
  const newest = await findNewestTerms(db, viewer.today)
  const [row] = await withWork(services, viewer, [{ year_id, term_id, ...names, ...counts }], newest)
  return row
}

export const findTermNames = (db: Db, { year_id, term_id }: NotificationTime) =>
  db
    .selectFrom('years')
    .innerJoin('terms', (join) => join.on('terms.id', '=', term_id))
    .select(['year_name', 'term_name'])
    .where('years.id', '=', year_id)
    .executeTakeFirst()

async function countYear(db: Db, year_id: number, term_id?: number): Promise<Map<number, Counts>> {
  const counted = new Map<number, Counts>()
  for (const kind of ['report', 'receipt'] as const) {
    const records = db
      .selectFrom(recordTable(db, kind))
      .select((eb) => ['term_id', 'status', eb.fn.countAll<number>().as('count')])
      .where('year_id', '=', year_id)
      .groupBy(['term_id', 'status'])
    const rows = await (term_id === undefined ? records : records.where('term_id', '=', term_id)).execute()
    for (const row of rows) {
      const counts = counted.get(row.term_id) ?? { ...NONE }
      const suffix = suffixes[row.status]
      if (suffix) counts[`${prefixes[kind]}_${suffix}`] += row.count
      counted.set(row.term_id, counts)
    }
  }
  return counted
}

/** Adds what there is to do: one query each for the returned records, the letters, the failed ones and what is missing. */
async function withWork(
  services: Reading,
  viewer: Actor,
  rows: Counted[],
  { report, newest }: Awaited<ReturnType<typeof findNewestTerms>>,
): Promise<NotificationRow[]> {
  const { db } = services
  const letters = await countLetters(db, rows.filter(hasApprovals), viewer.today)
  const failed = await countFailed(db)
  const reports = await countReturned(db, 'report')
  const receipts = await countReturned(db, 'receipt')
  const missing = report && rows.some(isTerm(report)) ? await countOfTerm(services, viewer, report) : null
  return rows.map((row) => ({
    ...row,
    ...letters(row),
    report_returned: reports.find(isTerm(row))?.count ?? 0,
    finance_returned: receipts.find(isTerm(row))?.count ?? 0,
    letters_failed: failed.find(isTerm(row))?.count ?? 0,
    missing: report && isTerm(report)(row) ? missing : null,
    is_newest: newest !== null && isTerm(newest)(row),
  }))
}

const isTerm =
  ({ year_id, term_id }: NotificationTime) =>
  (row: NotificationTime) =>
    row.year_id === year_id && row.term_id === term_id

const countReturned = (db: Db, kind: RecordKind) =>
  unverifiedRecords(db, kind)
    .where('record.remark', 'is not', null)
    .select((eb) => ['record.year_id', 'record.term_id', eb.fn.countAll<number>().as('count')])
    .groupBy(['record.year_id', 'record.term_id'])
    .execute()

const countFailed = (db: Db) =>
  db
    .selectFrom('letters')
    .innerJoin('notices', 'notices.letter_id', 'letters.id')
    .select((eb) => ['notices.year_id', 'notices.term_id', eb.fn.countAll<number>().as('count')])
    .where('letters.state', '=', 'failed')
    .groupBy(['notices.year_id', 'notices.term_id'])
    .execute()

/** The page of rows that a list call asks for. */
export const notificationPage = (rows: NotificationRow[], asked: ListQuery) =>
  pageInMemory(rows, asked, {
    searchText: termSearchText,
    sortRows,
  })

/** The newest first, unless a column is given. */
function sortRows(rows: NotificationRow[], sort: string | undefined): NotificationRow[] {
  const column = sort?.replace(/^-/, '')
  const direction = sort?.startsWith('-') ? -1 : 1
  const valueOf = (row: NotificationRow) => String(row[column as keyof Counted] ?? '')
  return column ? rows.toSorted((a, b) => direction * compareNames(valueOf(a), valueOf(b))) : rows
}
