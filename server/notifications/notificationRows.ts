import { setImmediate as endOfTurn } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { SENT, UNVERIFIED, VERIFIED } from '#contract/records.ts'
import { compareNames } from '#contract/lookups.ts'
import type { NotificationRow, NotificationTime } from '#contract/notifications.ts'
import type { ListQuery } from '#contract/lists.ts'
import { pageInMemory } from '../database/lists.ts'
import type { Tables } from '../database/tables.ts'
import { recordTable } from '../records/recordTables.ts'

type Db = Kysely<Tables>
type Counts = Omit<NotificationRow, 'year_id' | 'term_id' | 'year_name' | 'term_name'>

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

/** The terms that have report cards or receipts, the newest first. One query per kind and year, so that none counts a whole table. */
export async function listNotificationRows(db: Db): Promise<NotificationRow[]> {
  const years = await db.selectFrom('years').select(['id', 'year_name']).execute()
  const terms = await db.selectFrom('terms').select(['id', 'term_name']).execute()
  const rows: NotificationRow[] = []
  for (const { id: year_id, year_name } of years.toSorted((a, b) => compareNames(b.year_name, a.year_name))) {
    const counted = await countYear(db, year_id)
    for (const { id: term_id, term_name } of terms.toSorted((a, b) =>
      compareNames(b.term_name, a.term_name),
    )) {
      const counts = counted.get(term_id)
      if (counts) rows.push({ year_id, term_id, year_name, term_name, ...counts })
    }
    await endOfTurn()
  }
  return rows
}

/** One term, also without any record; undefined where the year or term does not exist. */
export async function findNotificationRow(
  db: Db,
  { year_id, term_id }: NotificationTime,
): Promise<NotificationRow | undefined> {
  const names = await db
    .selectFrom('years')
    .innerJoin('terms', (join) => join.on('terms.id', '=', term_id))
    .select(['year_name', 'term_name'])
    .where('years.id', '=', year_id)
    .executeTakeFirst()
  if (!names) return undefined
  const counted = await countYear(db, year_id, term_id)
  return { year_id, term_id, ...names, ...(counted.get(term_id) ?? NONE) }
}

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

/** The page of rows that a list call asks for. */
export const notificationPage = (rows: NotificationRow[], asked: ListQuery) =>
  pageInMemory(rows, asked, {
    textOf: ({ year_name, term_name }) => `${year_name}\n${term_name}`,
    sortRows,
  })

/** As they come, the newest first, unless a column is named. */
function sortRows(rows: NotificationRow[], sort: string | undefined): NotificationRow[] {
  const column = sort?.replace(/^-/, '')
  const direction = sort?.startsWith('-') ? -1 : 1
  const valueOf = (row: NotificationRow) => String(row[column as keyof NotificationRow] ?? '')
  return column ? rows.toSorted((a, b) => direction * compareNames(valueOf(a), valueOf(b))) : rows
}
