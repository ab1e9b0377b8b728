import { setImmediate as endOfTurn } from 'node:timers/promises'
import { type Compilable, type RawBuilder, sql } from 'kysely'
import { fold } from '#contract/fold.ts'
import type { ListMeta, ListQuery } from '#contract/lists.ts'
import { DEFAULT_PAGE_SIZE } from '#contract/lists.ts'
import { compiled, type CompiledRun, slot } from './compiled.ts'
import type { Db } from './connect.ts'
import { createMilestones, fromMilestone, type LongList } from './milestones.ts'
import { versionReader } from './version.ts'

type Values = Record<string, unknown>

/** How many rows are read in one go: a list of thousands would hold up everybody else. */
const SLICE = 2_000
const SLICED_TRIES = 3

type Sort<Column extends string> = { column: Column; direction: 'asc' | 'desc' }

/** What the rows of a list are asked by; the values themselves are filled in when the query runs. */
export type Page<Column extends string> = {
  search: RawBuilder<string> | undefined
  sort: Sort<Column>
  limit: RawBuilder<number> | undefined
  offset: RawBuilder<number>
  /** Where the rows begin that the offset counts from, in a long list. */
  from: RawBuilder<boolean> | undefined
}

type List<Column extends string, Row> = {
  /** The columns a caller may sort by, the first of them unless they say. */
  sorts: readonly [Column, ...Column[]]
  defaultDirection?: 'asc' | 'desc'
  count(search: RawBuilder<string> | undefined): Compilable<{ total: number }>
  rows(page: Page<Column>): Compilable<Row>
  /** Whether rows change without an entry in the history, so that nothing may be remembered of them by its version. */
  isUnrecorded?: boolean
  /** For a list that may grow long: how its pages are found without passing over all rows before them. */
  long?: LongList<Column>
}

/**
 * Answers what a list call asks for: all rows, or a page of those that match. `values` fill the slots that the
 * list's own conditions have, such as whose rows they are.
 */
export function createList<Column extends string, Row>(db: Db, list: List<Column, Row>) {
  const queries = new Map<string, CompiledRun<Row>>()
  const counts = {
    all: compiled(db, list.count(undefined)),
    found: compiled(db, list.count(slot('search'))),
  }
  const readVersion = versionReader(db)
  /** The rows of the last long list that was read whole. They are frozen, because every caller gets the same ones. */
  let remembered: { version: number; key: string; rows: Row[] } | undefined
  let counted: { version: number; total: number } | undefined
  const milestoneBefore = list.long && createMilestones(db, list.long)

  return async (asked: ListQuery, values: Values = {}): Promise<{ data: Row[]; meta: ListMeta }> => {
    const { page = 1, size = DEFAULT_PAGE_SIZE, search, whole } = asked
    const sort = askedSort(asked.sort, list)

    const isPlain = Object.values(asked).every((value) => value === undefined)
    if (isPlain || (whole !== undefined && (await count(undefined, values)) <= whole)) {
      const data = await readAll(sort, values)
      return { data, meta: { total: data.length, whole: true } }
    }

    const offset = (page - 1) * size
    const data = search
      ? await rowsBy(sort, { isSearch: true, isPage: true })({
          ...values,
          search: searchPattern(search),
          limit: size,
          offset,
        })
      : await readPage(sort, size, offset, values)
    // A page that is not full is the last one, and says itself how many rows there are.
    const isLast = data.length < size && (data.length > 0 || page === 1)
    const total = isLast ? offset + data.length : await count(search, values)
    return { data, meta: { total, whole: false } }
  }

  /**
   * Slice by slice, with the others' turns in between, and a long list only once until something changes. Where
   * somebody keeps changing the records it is read in one go.
   */
  async function readAll(sort: Sort<Column>, values: Values): Promise<Row[]> {
    if (list.isUnrecorded) return rowsBy(sort, {})(values)
    const key = JSON.stringify([sort, values])
    for (let tries = 0; tries < SLICED_TRIES; tries++) {
      const version = await readVersion()
      if (version === undefined) break
      if (remembered?.version === version && remembered.key === key) return remembered.rows
      const rows = await readSlices(sort, values)
      if (rows.length <= SLICE) return rows
      if ((await readVersion()) !== version) continue
      remembered = { version, key, rows }
      return rows
    }
    return rowsBy(sort, {})(values)
  }

  async function readSlices(sort: Sort<Column>, values: Values): Promise<Row[]> {
    const rows: Row[] = []
    for (;;) {
      const slice = await readPage(sort, SLICE, rows.length, values)
      for (const row of slice) rows.push(Object.freeze(row) as Row)
      if (slice.length < SLICE) return Object.freeze(rows) as Row[]
      await endOfTurn()
    }
  }

  async function readPage(sort: Sort<Column>, limit: number, offset: number, values: Values): Promise<Row[]> {
    const { mark, left } = (await milestoneBefore?.(sort.column, sort.direction, offset)) ?? { left: offset }
    const run = rowsBy(sort, { isPage: true, isFar: mark !== undefined })
    return run({ ...values, ...mark, limit, offset: left })
  }

  async function count(search: string | undefined, values: Values): Promise<number> {
    if (!search && list.long) return countLong(values)
    const [row] = await (search
      ? counts.found({ ...values, search: searchPattern(search) })
      : counts.all(values))
    return row?.total ?? 0
  }

  /** PostgreSQL counts a long list by reading it, so that is done once until something changes. */
  async function countLong(values: Values): Promise<number> {
    const version = await readVersion()
    if (version !== undefined && counted?.version === version) return counted.total
    const [row] = await counts.all(values)
    const total = row?.total ?? 0
    counted = version === undefined ? undefined : { version, total }
    return total
  }

  /** Each shape of the query is built when it is first asked for. */
  function rowsBy(sort: Sort<Column>, { isSearch, isPage, isFar }: Shape): CompiledRun<Row> {
    const key = [sort.column, sort.direction, isSearch, isPage, isFar].join(' ')
    const known = queries.get(key)
    if (known) return known
    const query = list.rows({
      search: isSearch ? slot('search') : undefined,
      sort,
      limit: isPage ? slot('limit') : undefined,
      offset: slot('offset'),
      from: isFar && list.long ? fromMilestone(list.long.orders[sort.column], sort.direction) : undefined,
    })
    const run = compiled(db, query)
    queries.set(key, run)
    return run
  }
}

type Shape = { isSearch?: boolean; isPage?: boolean; isFar?: boolean }

function askedSort<Column extends string>(
  asked: string | undefined,
  { sorts, defaultDirection = 'asc' }: Pick<List<Column, unknown>, 'sorts' | 'defaultDirection'>,
): Sort<Column> {
  const name = asked?.replace(/^-/, '')
  const column = sorts.find((known) => known === name)
  if (!column) return { column: sorts[0], direction: defaultDirection }
  return { column, direction: asked?.startsWith('-') ? 'desc' : 'asc' }
}

/** What a search looks for; `%`, `_` and `\` in the text stand for themselves. */
export const searchPattern = (text: string) => `%${fold(text).replace(/[\\%_]/g, '\\$&')}%`

/** A substring match on a folded column. */
export const contains = (column: string, search: RawBuilder<string>): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(column)} like ${search} escape '\\'`

/** A query in the order of several columns. */
export function inOrder<Query extends { orderBy(column: never, direction: 'asc' | 'desc'): unknown }>(
  query: Query,
  columns: readonly string[],
  direction: 'asc' | 'desc',
): Query {
  return columns.reduce((ordered, column) => ordered.orderBy(column as never, direction) as Query, query)
}
