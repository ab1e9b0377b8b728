import { fold } from '#contract/fold.ts'
import { DEFAULT_PAGE_SIZE, type ListMeta, type ListQuery } from '#contract/lists.ts'
import { compareNames } from '#contract/lookups.ts'
import type { NoticeRow } from '#contract/notifications.ts'

/** What a list call asks for. There are a few rows a year, so no database is needed to search and sort them. */
export function noticePage(rows: NoticeRow[], asked: ListQuery): { data: NoticeRow[]; meta: ListMeta } {
  const { page = 1, size = DEFAULT_PAGE_SIZE, search = '', sort, whole } = asked
  const isPlain = Object.values(asked).every((value) => value === undefined)
  if (isPlain || (whole !== undefined && rows.length <= whole))
    return { data: inOrder(rows, sort), meta: { total: rows.length, whole: true } }
  const found = rows.filter(({ year_name, term_name }) =>
    fold(`${year_name}\n${term_name}`).includes(fold(search)),
  )
  const data = inOrder(found, sort).slice((page - 1) * size, page * size)
  return { data, meta: { total: found.length, whole: false } }
}

/** As they come, the newest first, unless a column is named. */
function inOrder(rows: NoticeRow[], sort: string | undefined): NoticeRow[] {
  const column = sort?.replace(/^-/, '')
  const direction = sort?.startsWith('-') ? -1 : 1
  const valueOf = (row: NoticeRow) => String(row[column as keyof NoticeRow] ?? '')
  return column ? rows.toSorted((a, b) => direction * compareNames(valueOf(a), valueOf(b))) : rows
}
