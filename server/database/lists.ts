import { type Compilable, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import {
  DEFAULT_PAGE_SIZE,
  isFound,
  type ListMeta,
  type ListQuery,
  type ListSearch,
  listSearch,
  type SearchText,
} from '#contract/base/lists.ts'
import type { Db } from './connect.ts'
import { inBatches } from './inBatches.ts'
import { isPostgres } from './lockRow.ts'
import { type Placeholders, prepared } from './prepared.ts'
import type { Tables } from './tables.ts'

/** Rows per query of a whole list: more at once would block the event loop. */
const BATCH = 2_000

type Direction = 'asc' | 'desc'
type Sort<Column extends string> = { column: Column; direction: Direction }

/** What a search compares: its text, and its words if there are several. */
export type Search = { text: RawBuilder<string>; words: readonly RawBuilder<string>[] }

type List<Column extends string, Row, Own> = {
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
}

type Searched = { text: string } & Record<`word${number}`, string>
/** The number of words that are compared; undefined without a search. */
type Words = number | undefined

/**
 * Answers a list call: all rows, or a page of those that match. A page's ids are chosen first, which an index alone can
 * do fast even far into a long list, and only their rows are read. `Own` are the values of the list's own conditions,
 * such as the id of the user whose rows they are.
 */
export function createList<Column extends string, Row, Own extends object = object>(
  db: Db,
  list: List<Column, Row, Own>,
) {
  const sorts = Object.keys(list.orders) as [Column, ...Column[]]
  const id = sql<number>`${sql.ref(list.id)}`
  const known = new Map<string, ReturnType<typeof prepare>>()

  return async (
    asked: ListQuery,
    ...[own]: object extends Own ? [] : [Own]
  ): Promise<{ data: Row[]; meta: ListMeta }> => {
    const { page = 1, size = DEFAULT_PAGE_SIZE, search = '', whole } = asked
    const sort = askedSort(asked.sort, { ...list, sorts })
    const wanted = listSearch(search)
    const values = { ...(own ?? ({} as Own)), ...valuesOf(wanted) }

    const all = queries(sort, undefined)
    if (asksForAll(asked) || (whole !== undefined && (await totalOf(all.count(values))) <= whole)) {
      const data = await readAll(all, values)
      return { data, meta: { total: data.length, whole: true } }
    }

    const offset = (page - 1) * size
    const found = queries(sort, wanted.text === '' ? undefined : wanted.words.length)
    const data = await found.page({ ...values, limit: size, offset })
    // A page that is not full is the last one, and so gives the total.
    const isLast = data.length < size && (data.length > 0 || page === 1)
    const total = isLast ? offset + data.length : await totalOf(found.count(values))
    return { data, meta: { total, whole: false } }
  }

  /** Reads all ids at one moment, and their rows in batches, so that the event loop runs in between. */
  async function readAll({ ids, batch }: ReturnType<typeof prepare>, values: Own & Searched): Promise<Row[]> {
    const all = (await ids(values)).map((row) => row.id)
    const rows: Row[] = []
    for await (const some of inBatches(all, BATCH)) {
      for (const row of await batch({ ...values, ids: isPostgres(db) ? some : JSON.stringify(some) }))
        rows.push(row)
    }
    return rows
  }

  function queries({ column, direction }: Sort<Column>, words: Words): ReturnType<typeof prepare> {
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
  function prepare({ column, direction }: Sort<Column>, words: Words) {
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
    const rowsWhere = (value: Placeholders<Values>, isWanted: RawBuilder<boolean>) =>
      ordered(queryOf(list.rows(value)).where(isWanted))
    return {
      /** Counts what a search finds. Any order gives the same number. */
      count: prepared(db, (value: Placeholders<Values>) =>
        found(value, sorts[0]).select((eb) => eb.fn.countAll<number>().as('total')),
      ),
      /** Reads the rows of a page. */
      page: prepared(db, (value: Placeholders<Values & { limit: number; offset: number }>) => {
        // The plan must not depend on these numbers: otherwise the engines would plan again at each run, which on
        // PostgreSQL takes longer than reading a page.
        const number = (name: 'limit' | 'offset') => sql<number>`(select ${value(name)} + 0)`
        const chosen = foundIds(value).limit(number('limit')).offset(number('offset'))
        return rowsWhere(value, isPostgres(db) ? sql`${id} = any(array${chosen})` : sql`${id} in ${chosen}`)
      }),
      /** Reads the ids of a whole list. */
      ids: prepared(db, foundIds),
      /** Reads the rows of some ids, which are an array on PostgreSQL, and on SQLite a JSON text. */
      batch: prepared(db, (value: Placeholders<Values & { ids: number[] | string }>) =>
        rowsWhere(
          value,
          isPostgres(db)
            ? sql`${id} = any(${value('ids')})`
            : sql`${id} in (select value from json_each(${value('ids')}))`,
        ),
      ),
    }
  }
}

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

/** Whether a field, a line of this column, contains the text of a search. */
export const contains = (column: string, { text }: Search): RawBuilder<boolean> =>
  sql<boolean>`${like(sql.ref(column), '%', text)}`

/** The same for one of the lines. */
export const lineContains = (column: string, line: number, search: Search): RawBuilder<boolean> =>
  sql<boolean>`(${contains(column, search)} and ${like(lineOf(column, line), '%', search.text)})`

/** Whether each of several words begins a word of the person's name that is this line of a column. */
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
export const asksForAll = (asked: ListQuery) => Object.values(asked).every((value) => value === undefined)

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
