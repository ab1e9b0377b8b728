import { setImmediate as eventLoopTick } from 'node:timers/promises'
import { type Compilable, type Expression, type RawBuilder, sql } from 'kysely'
import {
  containsAll,
  DEFAULT_PAGE_SIZE,
  fold,
  type ListMeta,
  type ListQuery,
  searchWords,
} from '#contract/lists.ts'
import type { Db } from './connect.ts'
import { createMilestones, fromMilestone, type LongList, type Mark, versionReader } from './milestones.ts'
import { type Placeholders, prepared } from './prepared.ts'

/** Rows per query: reading thousands at once would block the event loop. */
const SLICE = 2_000
const SLICED_TRIES = 3

type Sort<Column extends string> = { column: Column; direction: 'asc' | 'desc' }

/** The patterns of the words of a search; a row must match all of them. */
export type Search = readonly RawBuilder<string>[]

/** The parts of a query for rows; the values are bound when it runs. */
export type Page<Column extends string, Own> = {
  /** The placeholders of the list's own conditions. */
  own: Placeholders<Own>
  search: Search | undefined
  sort: Sort<Column>
  limit: RawBuilder<number> | undefined
  offset: RawBuilder<number>
  /** In a long list: the milestone from which the offset counts. */
  from: RawBuilder<boolean> | undefined
}

type List<Column extends string, Row, Own> = {
  /** The columns that a caller may sort by; the first is the default. */
  sorts: readonly [Column, ...Column[]]
  defaultDirection?: 'asc' | 'desc'
  count(search: Search | undefined, own: Placeholders<Own>): Compilable<{ total: number }>
  rows(page: Page<Column, Own>): Compilable<Row>
  /** For a list that may grow long: how to find a page without reading all rows before it. */
  long?: LongList<Column>
}

type Limits = { limit: number; offset: number }
type Words = Record<`word${number}`, string>

/**
 * Answers a list call: all rows, or a page of those that match. `Own` are the values of the list's own conditions, such
 * as the id of the user whose rows they are.
 */
export function createList<Column extends string, Row, Own extends object = object>(
  db: Db,
  list: List<Column, Row, Own>,
) {
  // By the number of words in the search; queries for rows also by the sort order.
  const queries = new Map<string, ReturnType<typeof prepareRows>>()
  const counts = new Map<number, ReturnType<typeof prepareCount>>()
  const readVersion = versionReader(db)
  /**
   * The cache of the last long list that was read completely. Its rows are frozen, because all callers share them.
   */
  let remembered: { version: number; key: string; rows: Row[] } | undefined
  let counted: { version: number; total: number } | undefined
  const milestoneBefore = list.long && createMilestones(db, list.long)

  return async (
    asked: ListQuery,
    ...[own]: object extends Own ? [] : [Own]
  ): Promise<{ data: Row[]; meta: ListMeta }> => {
    const values = own ?? ({} as Own)
    const { page = 1, size = DEFAULT_PAGE_SIZE, search = '', whole } = asked
    const sort = askedSort(asked.sort, list)
    const words = searchWords(search)

    if (asksForAll(asked) || (whole !== undefined && (await count([], values)) <= whole)) {
      const data = await readAll(sort, values)
      return { data, meta: { total: data.length, whole: true } }
    }

    const offset = (page - 1) * size
    const data =
      words.length > 0
        ? await queriesBy(sort, words.length).page({ ...values, ...patternsOf(words), limit: size, offset })
        : await readPage(sort, size, offset, values)
    // A page that is not full is the last one, and so gives the total.
    const isLast = data.length < size && (data.length > 0 || page === 1)
    const total = isLast ? offset + data.length : await count(words, values)
    return { data, meta: { total, whole: false } }
  }

  /**
   * Reads in batches, so that the event loop runs in between, and caches a long list until something changes. If
   * other users keep changing the records, reads all rows in one query, which is consistent.
   */
  async function readAll(sort: Sort<Column>, values: Own): Promise<Row[]> {
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
    return frozen(await queriesBy(sort).whole(values))
  }

  async function readSlices(sort: Sort<Column>, values: Own): Promise<Row[]> {
    const rows: Row[] = []
    for (;;) {
      const slice = await readPage(sort, SLICE, rows.length, values)
      for (const row of slice) rows.push(row)
      if (slice.length < SLICE) return frozen(rows)
      await eventLoopTick()
    }
  }

  async function readPage(sort: Sort<Column>, limit: number, offset: number, values: Own): Promise<Row[]> {
    const { mark, left } = (await milestoneBefore?.(sort.column, sort.direction, offset)) ?? { left: offset }
    const { page, far } = queriesBy(sort)
    const placed = { ...values, limit, offset: left }
    return mark ? far({ ...placed, ...mark }) : page(placed)
  }

  async function count(words: string[], values: Own): Promise<number> {
    if (words.length === 0 && list.long) return countLong(values)
    return countRows(words, values)
  }

  async function countRows(words: string[], values: Own): Promise<number> {
    const query = cached(counts, words.length, prepareCount)
    const [row] = await query({ ...values, ...patternsOf(words) })
    return row?.total ?? 0
  }

  /** PostgreSQL counts a long list by reading all of it, so the total is cached until something changes. */
  async function countLong(values: Own): Promise<number> {
    const version = await readVersion()
    if (version !== undefined && counted?.version === version) return counted.total
    const total = await countRows([], values)
    counted = version === undefined ? undefined : { version, total }
    return total
  }

  function queriesBy(sort: Sort<Column>, words = 0): ReturnType<typeof prepareRows> {
    return cached(queries, `${sort.column} ${sort.direction} ${words}`, () => prepareRows(sort, words))
  }

  function prepareCount(words: number) {
    return prepared(db, (value: Placeholders<Own & Words>) => list.count(searchFor(words, value), value))
  }

  /** The queries for one sort order and number of words. Each is built when it is first used. */
  function prepareRows(sort: Sort<Column>, words: number) {
    const all = { sort, search: undefined, limit: undefined, offset: sql<number>`0`, from: undefined }
    const limits = (value: Placeholders<Limits>) => ({ limit: value('limit'), offset: value('offset') })
    const { long } = list
    return {
      whole: prepared(db, (own: Placeholders<Own>) => list.rows({ ...all, own })),
      page: prepared(db, (value: Placeholders<Own & Limits & Words>) =>
        list.rows({ ...all, own: value, ...limits(value), search: searchFor(words, value) }),
      ),
      far: prepared(db, (value: Placeholders<Own & Limits & Mark>) => {
        const from = long && fromMilestone(long.orders[sort.column], sort.direction, value)
        return list.rows({ ...all, own: value, ...limits(value), from })
      }),
    }
  }
}

export function askedSort<Column extends string>(
  asked: string | undefined,
  { sorts, defaultDirection = 'asc' }: Pick<List<Column, unknown, object>, 'sorts' | 'defaultDirection'>,
): Sort<Column> {
  const name = asked?.replace(/^-/, '')
  const column = sorts.find((known) => known === name)
  if (!column) return { column: sorts[0], direction: defaultDirection }
  return { column, direction: asked?.startsWith('-') ? 'desc' : 'asc' }
}

function cached<Key, Value>(values: Map<Key, Value>, key: Key, make: (key: Key) => Value): Value {
  const value = values.get(key) ?? make(key)
  values.set(key, value)
  return value
}

/** The pattern of a word; `%`, `_` and `\` in it are escaped. */
const patternOf = (word: string) => `%${word.replace(/[\\%_]/g, '\\$&')}%`

const patternsOf = (words: string[]): Words =>
  Object.fromEntries(words.map((word, place) => [`word${place}`, patternOf(word)]))

const searchFor = (words: number, value: Placeholders<Words>): Search | undefined =>
  words > 0 ? Array.from({ length: words }, (_, place) => value(`word${place}`)) : undefined

/** A search whose words are known when the query is built. */
export const searchOf = (text: string): Search => searchWords(text).map((word) => sql`${patternOf(word)}`)

/** Whether a row meets a condition for every word of a search. */
export const forEveryWord = (
  search: Search,
  isFound: (word: RawBuilder<string>) => Expression<unknown>,
): RawBuilder<boolean> => sql<boolean>`(${sql.join(search.map(isFound), sql` and `)})`

/** A substring match on a folded text. */
export const matches = (text: Expression<unknown>, word: RawBuilder<string>): RawBuilder<boolean> =>
  sql<boolean>`${text} like ${word} escape '\\'`

/** Whether a folded column contains every word. */
export const contains = (column: string, search: Search): RawBuilder<boolean> =>
  forEveryWord(search, (word) => matches(sql.ref(column), word))

/** A query in the order of several columns. */
export function inOrder<Query extends { orderBy(column: never, direction: 'asc' | 'desc'): unknown }>(
  query: Query,
  columns: readonly string[],
  direction: 'asc' | 'desc',
): Query {
  return columns.reduce((ordered, column) => ordered.orderBy(column as never, direction) as Query, query)
}

/** Makes changes of rows fail, because the next caller may get the same rows. */
function frozen<Row>(rows: Row[]): Row[] {
  for (const row of rows) Object.freeze(row)
  return Object.freeze(rows) as Row[]
}

/** Whether a call has no page, search or order. */
export const asksForAll = (asked: ListQuery) => Object.values(asked).every((value) => value === undefined)

type InMemory<Row> = {
  /** The text that a search looks through. */
  textOf: (row: Row) => string
  /** The rows in the requested order, or the default one. */
  sortRows: (rows: Row[], sort: string | undefined) => Row[]
}

/** Answers a list call from a few dozen rows. They are searched, sorted and paged in memory. */
export function pageInMemory<Row>(
  rows: Row[],
  asked: ListQuery,
  { textOf, sortRows }: InMemory<Row>,
): { data: Row[]; meta: ListMeta } {
  const { page = 1, size = DEFAULT_PAGE_SIZE, search = '', sort, whole } = asked
  const sorted = sortRows(rows, sort)
  if (asksForAll(asked) || (whole !== undefined && rows.length <= whole))
    return { data: sorted, meta: { total: rows.length, whole: true } }
  const words = searchWords(search)
  const found = sorted.filter((row) => containsAll(fold(textOf(row)), words))
  return { data: found.slice((page - 1) * size, page * size), meta: { total: found.length, whole: false } }
}
