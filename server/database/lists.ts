import { type RawBuilder, sql } from 'kysely'
import type { ListMeta, ListQuery } from '#contract/lists.ts'
import { DEFAULT_PAGE_SIZE } from '#contract/lists.ts'
import { fold } from '#contract/fold.ts'

export type Page<Column extends string> = {
  search: string | undefined
  sort: { column: Column; direction: 'asc' | 'desc' }
  limit: number | undefined
  offset: number
}

type List<Column extends string, Row> = {
  /** The columns a caller may sort by, the first of them unless they say. */
  sorts: readonly [Column, ...Column[]]
  defaultDirection?: 'asc' | 'desc'
  count(search: string | undefined): Promise<number>
  rows(page: Page<Column>): Promise<Row[]>
}

/** Answers what a list call asked for: all rows, or a page of those that match. */
export async function readList<Column extends string, Row>(
  asked: ListQuery,
  list: List<Column, Row>,
): Promise<{ data: Row[]; meta: ListMeta }> {
  const { page = 1, size = DEFAULT_PAGE_SIZE, search, whole } = asked
  const sort = askedSort(asked.sort, list)

  const isPlain = Object.values(asked).every((value) => value === undefined)
  if (isPlain || (whole !== undefined && (await list.count(undefined)) <= whole)) {
    const data = await list.rows({ search: undefined, sort, limit: undefined, offset: 0 })
    return { data, meta: { total: data.length, whole: true } }
  }

  const total = await list.count(search)
  const data = await list.rows({ search, sort, limit: size, offset: (page - 1) * size })
  return { data, meta: { total, whole: false } }
}

function askedSort<Column extends string>(
  asked: string | undefined,
  { sorts, defaultDirection = 'asc' }: Pick<List<Column, unknown>, 'sorts' | 'defaultDirection'>,
): Page<Column>['sort'] {
  const name = asked?.replace(/^-/, '')
  const column = sorts.find((known) => known === name)
  if (!column) return { column: sorts[0], direction: defaultDirection }
  return { column, direction: asked?.startsWith('-') ? 'desc' : 'asc' }
}

/** A substring match on a folded column; `%`, `_` and `\` in the text stand for themselves. */
export function contains(column: string, text: string): RawBuilder<boolean> {
  const pattern = `%${fold(text).replace(/[\\%_]/g, '\\$&')}%`
  return sql<boolean>`${sql.ref(column)} like ${pattern} escape '\\'`
}
