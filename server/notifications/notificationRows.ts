import { SENT, UNVERIFIED, VERIFIED } from '#contract/records/records.ts'
import { compareNames } from '#contract/lookups.ts'
import { hasApprovals, type NotificationRow, termSearchText } from '#contract/notifications.ts'
import { USER_DISABLED } from '#contract/users.ts'
import type { ListQuery } from '#contract/base/lists.ts'
import { withYields } from '../base/yieldToRequests.ts'
import { pageInMemory } from '../database/lists.ts'
import type { Db } from '../database/connect.ts'
import { type RecordKind, recordTable } from '../database/recordTables.ts'
import { reachesSupporter } from '../privacy/visibility/sharedWithSupporter.ts'
import type { OnDay } from './send/readApproved.ts'

type Letters = Pick<NotificationRow, 'has_letters' | 'letters_failed'>
type Counts = Omit<NotificationRow, 'year_id' | 'term_id' | 'year_name' | 'term_name' | keyof Letters>

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

/** The terms with records, the newest first. One query per kind and year, so that none counts a whole table. */
export async function listNotificationRows(db: Db, today: string): Promise<NotificationRow[]> {
  const years = await db.selectFrom('years').select(['id', 'year_name']).execute()
  const terms = await db.selectFrom('terms').select(['id', 'term_name']).execute()
  const failed = await countFailed(db)
  const rows: NotificationRow[] = []
  const newestFirst = years.toSorted((a, b) => compareNames(b.year_name, a.year_name))
  for await (const { id: year_id, year_name } of withYields(newestFirst)) {
    const counted = await countYear(db, year_id)
    for (const { id: term_id, term_name } of terms.toSorted((a, b) =>
      compareNames(b.term_name, a.term_name),
    )) {
      const counts = counted.get(term_id)
      if (!counts) continue
      const time = { year_id, term_id }
      rows.push({
        ...time,
        year_name,
        term_name,
        ...counts,
        ...(await lettersOf(db, { ...time, today }, counts, failed)),
      })
    }
  }
  return rows
}

/** One term, also without any record; undefined where the year or term does not exist. */
export async function findNotificationRow(
  db: Db,
  { year_id, term_id, today }: OnDay,
): Promise<NotificationRow | undefined> {
  const names = await db
    .selectFrom('years')
    .innerJoin('terms', (join) => join.on('terms.id', '=', term_id))
    .select(['year_name', 'term_name'])
    .where('years.id', '=', year_id)
    .executeTakeFirst()
  if (!names) return undefined
  const counts = (await countYear(db, year_id, term_id)).get(term_id) ?? NONE
  const time = { year_id, term_id }
  return {
    ...time,
    ...names,
    ...counts,
    ...(await lettersOf(db, { ...time, today }, counts, await countFailed(db))),
  }
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

type Failed = { year_id: number; term_id: number; count: number }[]

const countFailed = (db: Db): Promise<Failed> =>
  db
    .selectFrom('letters')
    .innerJoin('notices', 'notices.letter_id', 'letters.id')
    .select((eb) => ['notices.year_id', 'notices.term_id', eb.fn.countAll<number>().as('count')])
    .where('letters.state', '=', 'failed')
    .groupBy(['notices.year_id', 'notices.term_id'])
    .execute()

async function lettersOf(db: Db, time: OnDay, counts: Counts, failed: Failed): Promise<Letters> {
  const { year_id, term_id } = time
  const own = failed.find((row) => row.year_id === year_id && row.term_id === term_id)
  const has_letters =
    hasApprovals(counts) &&
    ((await hasAddressee(db, 'report', time)) || (await hasAddressee(db, 'receipt', time)))
  return { has_letters, letters_failed: own?.count ?? 0 }
}

/** Whether any approved record is of a student whose supporter can get a letter, and is shared with them. */
async function hasAddressee(db: Db, kind: RecordKind, { year_id, term_id, today }: OnDay) {
  const found = await db
    .selectFrom(recordTable(db, kind))
    .innerJoin('students', 'students.id', 'record.student_id')
    .innerJoin('users', 'users.id', 'students.supporter_id')
    .select('record.id')
    .where('record.year_id', '=', year_id)
    .where('record.term_id', '=', term_id)
    .where('record.status', '=', VERIFIED)
    .where('users.status', '!=', USER_DISABLED)
    .where(reachesSupporter('progress', 'students.id', today))
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

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
  const valueOf = (row: NotificationRow) => String(row[column as keyof NotificationRow] ?? '')
  return column ? rows.toSorted((a, b) => direction * compareNames(valueOf(a), valueOf(b))) : rows
}
