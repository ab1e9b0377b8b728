import { type Compilable, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import {
  DEFAULT_PAGE_SIZE,
  isFound,
  type ListMeta,
  type ListQuery,
  type LongListQuery,
  type ListSearch,
  listSearch,
  type SearchText,
  WHOLE_LIST_LIMIT,
} from '#contract/base/lists.ts'
import { LongAnswer, wholeOrLong } from '../base/LongAnswer.ts'
import { yieldToRequests } from '../base/yieldToRequests.ts'
import type { Db } from './connect.ts'
import { inBatches, pagesOf } from './inBatches.ts'
import { isPostgres } from './lockRow.ts'
import { type Placeholders, prepared } from './prepared.ts'
import type { Tables } from './tables.ts'

/** Rows per query of a whole list: more at once would block the event loop, on SQLite also for the query itself. */
const batchFor = (db: Db) => (isPostgres(db) ? 2_000 : 500)

/** Ids per query of a whole list, so that a list that is answered at once is read as it is at one moment. */
const IDS = WHOLE_LIST_LIMIT + 1

type Direction = 'asc' | 'desc'
type Sort<Column extends string> = { column: Column; direction: Direction }

/** What a search compares: its text, and its words if there are several. */
export type Search = { text: RawBuilder<string>; words: readonly RawBuilder<string>[] }

type List<Column extends string, Row, Own, Shown> = {
  /** The columns of each order that a caller may ask for; the first is the default. No two rows have the same values in all of them. */
  orders: Record<Column, readonly string[]>
  defaultDirection?: Direction
  /** The column of the row's id, such as `students.id`. */
  id: string
  /** The query that a page is chosen from, before columns are selected. It should need no more than an index. */
  from(own: Placeholders<Own>, column: Column): Compilable<object>
  isFound(search: Search, own: Placeholders<Own>): RawBuilder<boolean>
  /** The query for the columns of rows that the user may see, of which only those of a page are read. */
  rows(own: Placeholders<Own>): Compilable<Row>
  /** Makes the answered rows from those of a query, if they differ. */
  complete?(rows: Row[], own: Own): Promise<Shown[]>
  /** A query with as many rows as `from`, if counting them takes less. */
  all?(own: Placeholders<Own>): Compilable<object>
  /** For rows that contain others: how many are read at once, and the size of an answer, which is sent in parts if it is large. */
  nested?: { batch: number; sizeOf: (rows: Shown[]) => number }
}

export type ListPage<Row> = { data: Row[]; meta: ListMeta }

/** Only a call without parameters, or for all rows that a search finds, can have a long answer. */
type ReadList<Row, Own> = {
  (asked: ListQuery & { page: number; all?: undefined }, ...own: OwnOf<Own>): Promise<ListPage<Row>>
  (asked: LongListQuery, ...own: OwnOf<Own>): Promise<ListPage<Row> | LongAnswer<ListPage<Row>>>
}
type OwnOf<Own> = object extends Own ? [] : [Own]

/** The values of a row in the columns of its order. */
type After = Record<`after${number}`, unknown>

type Searched = { text: string } & Record<`word${number}`, string>
/** The number of words that are compared; undefined without a search. */
type WordCount = number | undefined

/**
 * Answers a list call: all rows, or a page of those that match. A page's ids are chosen first, which an index alone can
 * do fast even far into a long list, and only their rows are read. `Own` are the values of the list's own conditions,
 * such as the id of the user whose rows they are.
 */
export function createList<Column extends string, Row, Own extends object = object, Shown = Row>(
  db: Db,
  list: List<Column, Row, Own, Shown>,
): ReadList<Shown, Own> {
  const sorts = Object.keys(list.orders) as [Column, ...Column[]]
  const id = sql<number>`${sql.ref(list.id)}`
  const known = new Map<string, ReturnType<typeof prepare>>()

  const complete = list.complete?.bind(list) ?? (async (rows: Row[]) => rows as unknown as Shown[])

  const read = async (asked: LongListQuery, ...[own]: OwnOf<Own>) => {
    const { page = 1, size = DEFAULT_PAGE_SIZE, search = '', whole } = asked
    const sort = askedSort(asked.sort, { ...list, sorts })
    const wanted = listSearch(search)
    const values = { ...(own ?? ({} as Own)), ...valuesOf(wanted) }

    const all = queries(sort, undefined)
    if (asksForAll(asked) || (whole !== undefined && (await totalOf(all.count(values))) <= whole)) {
      return wholeOrLong(readAll(all, values), wholeMeta, list.nested?.sizeOf)
    }

    const found = queries(sort, wanted.text === '' ? undefined : wanted.words.length)
    if (asked.all) return new LongAnswer(readAll(found, values), wholeMeta)

    const offset = (page - 1) * size
    const data = await found.page({ ...values, limit: size, offset })
    // A page that is not full is the last one, and so gives the total.
    const isLast = data.length < size && (data.length > 0 || page === 1)
    const total = isLast ? offset + data.length : await totalOf(found.count(values))
    return { data: await complete(data, values), meta: { total, whole: false } }
  }
  return read as ReadList<Shown, Own>

  /** Reads ids in the list's order, and their rows in batches, so that the event loop runs in between. */
  async function* readAll(
    { ids, idsAfter, batch }: ReturnType<typeof prepare>,
    values: Own & Searched,
  ): AsyncGenerator<Shown[]> {
    const next = (after: After) => ('after0' in after ? idsAfter({ ...values, ...after }) : ids(values))
    for await (const slice of pagesOf(IDS, {}, next)) {
      await yieldToRequests()
      for await (const some of inBatches(slice, list.nested?.batch ?? batchFor(db))) {
        const wanted = some.map(({ id: each }) => each)
        const rows = await batch({ ...values, ids: idsFor(db, wanted) })
        yield complete(rows, values)
      }
    }
  }

  function queries({ column, direction }: Sort<Column>, words: WordCount): ReturnType<typeof prepare> {
    const key = `${column} ${direction} ${words}`
    const queriesOf = known.get(key) ?? prepare({ column, direction }, words)
    known.set(key, queriesOf)
    return queriesOf
  }

  /**
   * The statements of one order and number of words. With the second page of the schools whose name contains `moi`, in
   * the order of their names, `page` is on SQLite:
   *
   *     select ... from schools where schools.id in
   *       (select schools.id from schools where school like '%moi%' order by school, id limit 25 offset 25)
   *     order by school, id
   */
  function prepare({ column, direction }: Sort<Column>, words: WordCount) {
    type Values = Own & Searched
    const found = (value: Placeholders<Values>, order: Column) => {
      const all = queryOf(list.from(value, order))
      if (words === undefined) return all
      const each = Array.from({ length: words }, (_, position) => value(`word${position}`))
      return all.where(list.isFound({ text: value('text'), words: each }, value))
    }
    const ordered = <Each>(query: SelectQueryBuilder<Tables, keyof Tables, Each>) =>
      list.orders[column].reduce((rest, each) => rest.orderBy(sql.ref(each), direction), query)
    const foundIds = (value: Placeholders<Values>) => ordered(found(value, column).select(id.as('id')))
    const columns = list.orders[column]
    const slice = (value: Placeholders<Values>) =>
      foundIds(value)
        .select(columns.map((each, index) => sql.ref(each).as(`after${index}`)))
        .$castTo<{ id: number } & After>()
        .limit(sql.lit(IDS))
    const isAfter = (value: Placeholders<After>) =>
      sql<boolean>`(${sql.join(columns.map((each) => sql.ref(each)))}) ${sql.raw(direction === 'asc' ? '>' : '<')}
        (${sql.join(columns.map((_each, index) => value(`after${index}`)))})`
    const rowsWhere = (value: Placeholders<Values>, isWanted: RawBuilder<boolean>) =>
      ordered(queryOf(list.rows(value)).where(isWanted))
    return {
      /** Counts what a search finds. Any order gives the same number. */
      count: prepared(db, (value: Placeholders<Values>) =>
        (words === undefined && list.all ? queryOf(list.all(value)) : found(value, sorts[0])).select((eb) =>
          eb.fn.countAll<number>().as('total'),
        ),
      ),
      /** Reads the rows of a page. */
      page: prepared(db, (value: Placeholders<Values & { limit: number; offset: number }>) => {
        // The plan must not depend on these numbers: otherwise the engines would plan again at each run, which on
        // PostgreSQL takes longer than reading a page.
        const number = (name: 'limit' | 'offset') => sql<number>`(select ${value(name)} + 0)`
        const chosen = foundIds(value).limit(number('limit')).offset(number('offset'))
        return rowsWhere(value, isPostgres(db) ? sql`${id} = any(array${chosen})` : sql`${id} in ${chosen}`)
      }),
      /** Reads the first ids of a whole list, and those after a row. */
      ids: prepared(db, slice),
      idsAfter: prepared(db, (value: Placeholders<Values & After>) => slice(value).where(isAfter(value))),
      /** Reads the rows of some ids, which are an array on PostgreSQL, and on SQLite a JSON text. */
      batch: prepared(db, (value: Placeholders<Values & { ids: number[] | string }>) =>
        rowsWhere(value, hasIdIn(db, id, value('ids'))),
      ),
    }
  }
}

/** Ids as one value of a statement, so that its text is the same for any number of them. */
export const idsFor = (db: Db, ids: number[]) => (isPostgres(db) ? ids : JSON.stringify(ids))

/** Whether a column has one of these ids. */
export const hasIdIn = (db: Db, id: RawBuilder<unknown>, ids: unknown) =>
  isPostgres(db)
    ? sql<boolean>`${id} = any(${ids})`
    : sql<boolean>`${id} in (select value from json_each(${ids}))`

/** Whether a column has one of many ids. */
export const isAnyOf = (db: Db, id: RawBuilder<unknown>, ids: number[]): RawBuilder<boolean> =>
  hasIdIn(db, id, idsFor(db, ids))

const wholeMeta = (total: number) => ({ meta: { total, whole: true } })

const totalOf = async (count: Promise<{ total: number }[]>) => (await count)[0]?.total ?? 0

/** The query that a list gives, for conditions and orders whose columns the compiler cannot know. */
const queryOf = <Row>(query: Compilable<Row>) =>
  query as unknown as SelectQueryBuilder<Tables, keyof Tables, Row>

export function askedSort<Column extends string>(
  asked: string | undefined,
  {
    sorts,
    defaultDirection = 'asc',
  }: { sorts: readonly [Column, ...Column[]]; defaultDirection?: Direction },
): Sort<Column> {
  const name = asked?.replace(/^-/, '')
  const column = sorts.find((known) => known === name)
  if (!column) return { column: sorts[0], direction: defaultDirection }
  return { column, direction: asked?.startsWith('-') ? 'desc' : 'asc' }
}

/** The text as part of a pattern, with `%`, `_` and `\` escaped. */
export const escaped = (text: string) => text.replace(/[\\%_]/g, '\\$&')

const valuesOf = ({ text, words }: ListSearch): Searched => ({
  text: escaped(text),
  ...Object.fromEntries(words.map((word, position) => [`word${position}`, escaped(word)])),
})

/** A search that is known when the query is built. */
export function searchOf(typed: string): Search | undefined {
  const { text, words } = listSearch(typed)
  if (text === '') return undefined
  return { text: sql`${escaped(text)}`, words: words.map((word) => sql`${escaped(word)}`) }
}

const like = (text: RawBuilder<unknown>, start: string, part: RawBuilder<string>) =>
  sql`${text} like ${sql.lit(start)} || ${part} || '%' escape '\\'`

/** A line of a column; -1 is the last. */
const lineOf = (column: string, line: number) =>
  sql`split_part(${sql.ref(column)}, ${sql.lit('\n')}, ${sql.lit(line)})`

/** Whether a line of a column contains the text of a search. */
export const contains = (column: string, { text }: Search): RawBuilder<boolean> =>
  sql<boolean>`${like(sql.ref(column), '%', text)}`

/** Whether the line with this number contains the text of a search. */
export const lineContains = (column: string, line: number, search: Search): RawBuilder<boolean> =>
  sql<boolean>`(${contains(column, search)} and ${like(lineOf(column, line), '%', search.text)})`

/** Whether a search has several words, each of which begins a word of the person's name in this line of a column. */
export function isNamed(column: string, { words }: Search, line = 1): RawBuilder<boolean> {
  if (words.length === 0) return sql<boolean>`1 = 0`
  const name = sql`(' ' || ${lineOf(column, line)})`
  // The whole column is compared first, because splitting it takes longer.
  const conditions = [
    ...words.map((word) => like(sql.ref(column), '%', word)),
    ...words.map((word) => like(name, '% ', word)),
  ]
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`
}

/** Whether a search finds a column whose first line is a person's name. */
export const finds = (column: string, search: Search): RawBuilder<boolean> =>
  sql<boolean>`(${contains(column, search)} or ${isNamed(column, search)})`

/** Whether a call has no page, search or order. */
export const asksForAll = (asked: object) => Object.values(asked).every((value) => value === undefined)

/** More rows than any list has: SQLite knows no `limit all`. */
const ALL_ROWS = 2_147_483_647

/** The rows that a list without `whole` is asked for, in SQL: all of them, or a page. */
export function rowsAsked({ page, size, search, sort, whole }: ListQuery) {
  const isWhole = asksForAll({ page, size, search, sort, whole })
  const limit = isWhole ? ALL_ROWS : (size ?? DEFAULT_PAGE_SIZE)
  return { isWhole, rows: sql`limit ${limit} offset ${((page ?? 1) - 1) * limit}` }
}

type InMemory<Row> = {
  searchText: (row: Row) => SearchText
  /** The rows in the requested order, or the default one. */
  sortRows: (rows: Row[], sort: string | undefined) => Row[]
}

/** Answers a list call from a few dozen rows. They are searched, sorted and paged in memory. */
export function pageInMemory<Row>(
  rows: Row[],
  asked: ListQuery,
  { searchText, sortRows }: InMemory<Row>,
): { data: Row[]; meta: ListMeta } {
  const { page = 1, size = DEFAULT_PAGE_SIZE, search = '', sort, whole } = asked
  const sorted = sortRows(rows, sort)
  if (asksForAll(asked) || (whole !== undefined && rows.length <= whole))
    return { data: sorted, meta: { total: rows.length, whole: true } }
  const wanted = listSearch(search)
  const found = sorted.filter((row) => isFound(searchText(row), wanted))
  return { data: found.slice((page - 1) * size, page * size), meta: { total: found.length, whole: false } }
}
