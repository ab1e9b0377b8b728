import { setImmediate as eventLoopTick } from 'node:timers/promises'
import { type Compilable, type Expression, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import {
  containsAll,
  DEFAULT_PAGE_SIZE,
  fold,
  type ListMeta,
  type ListQuery,
  searchWords,
} from '#contract/base/lists.ts'
import type { Db } from './connect.ts'
import { isPostgres } from './lockRow.ts'
import { type Placeholders, prepared } from './prepared.ts'
import type { Tables } from './tables.ts'

/** Rows per query of a whole list: more at once would block the event loop. */
const BATCH = 2_000

type Direction = 'asc' | 'desc'
type Sort<Column extends string> = { column: Column; direction: Direction }

/** The patterns of the words of a search; a row must match all of them. */
export type Search = readonly RawBuilder<string>[]

type List<Column extends string, Row, Own> = {
  /** The columns of each order that a caller may ask for; the first is the default. No two rows have the same values in all of them. */
  orders: Record<Column, readonly string[]>
  defaultDirection?: Direction
  /** The column of the row's id, such as `students.id`. */
  id: string
  /** The query that a page is chosen from, before columns are selected. It should need no more than an index. */
  from(own: Placeholders<Own>, column: Column): Compilable<object>
  isFound(search: Search): RawBuilder<boolean>
  /** The query for the columns of rows that the user may see, of which only those of a page are read. */
  rows(own: Placeholders<Own>): Compilable<Row>
}

type Words = Record<`word${number}`, string>

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
    const words = searchWords(search)
    const values = { ...(own ?? ({} as Own)), ...patternsOf(words) }

    const all = queries(sort, 0)
    if (asksForAll(asked) || (whole !== undefined && (await totalOf(all.count(values))) <= whole)) {
      const data = await readAll(all, values)
      return { data, meta: { total: data.length, whole: true } }
    }

    const offset = (page - 1) * size
    const found = queries(sort, words.length)
    const data = await found.page({ ...values, limit: size, offset })
    // A page that is not full is the last one, and so gives the total.
    const isLast = data.length < size && (data.length > 0 || page === 1)
    const total = isLast ? offset + data.length : await totalOf(found.count(values))
    return { data, meta: { total, whole: false } }
  }

  /** Reads all ids at one moment, and their rows in batches, so that the event loop runs in between. */
  async function readAll({ ids, batch }: ReturnType<typeof prepare>, values: Own & Words): Promise<Row[]> {
    const all = (await ids(values)).map((row) => row.id)
    const rows: Row[] = []
    for (let start = 0; start < all.length; start += BATCH) {
      if (start > 0) await eventLoopTick()
      const some = all.slice(start, start + BATCH)
      for (const row of await batch({ ...values, ids: isPostgres(db) ? some : JSON.stringify(some) }))
        rows.push(row)
    }
    return rows
  }

  function queries({ column, direction }: Sort<Column>, words: number): ReturnType<typeof prepare> {
    const key = `${column} ${direction} ${words}`
    const queriesOf = known.get(key) ?? prepare({ column, direction }, words)
    known.set(key, queriesOf)
    return queriesOf
  }

  function prepare({ column, direction }: Sort<Column>, words: number) {
    type Values = Own & Words
    const matching = (order: Column, value: Placeholders<Values>) => {
      const all = queryOf(list.from(value, order))
      const search = Array.from({ length: words }, (_, place) => value(`word${place}`))
      return words > 0 ? all.where(list.isFound(search)) : all
    }
    const ordered = <Each>(query: SelectQueryBuilder<Tables, keyof Tables, Each>) =>
      list.orders[column].reduce((rest, each) => rest.orderBy(sql.ref(each), direction), query)
    const rowsOf = (value: Placeholders<Values>, isWanted: RawBuilder<boolean>) =>
      ordered(queryOf(list.rows(value)).where(isWanted))
    const idsOf = (value: Placeholders<Values>) => ordered(matching(column, value).select(id.as('id')))
    return {
      count: prepared(db, (value: Placeholders<Values>) =>
        matching(sorts[0], value).select((eb) => eb.fn.countAll<number>().as('total')),
      ),
      page: prepared(db, (value: Placeholders<Values & { limit: number; offset: number }>) => {
        // The plan must not depend on these numbers: otherwise the engines would plan again at each run, which on
        // PostgreSQL takes longer than reading a page.
        const number = (name: 'limit' | 'offset') => sql<number>`(select ${value(name)} + 0)`
        const chosen = idsOf(value).limit(number('limit')).offset(number('offset'))
        return rowsOf(value, isPostgres(db) ? sql`${id} = any(array${chosen})` : sql`${id} in ${chosen}`)
      }),
      ids: prepared(db, idsOf),
      batch: prepared(db, (value: Placeholders<Values & { ids: number[] | string }>) =>
        rowsOf(
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

/** The pattern of a word; `%`, `_` and `\` in it are escaped. */
const patternOf = (word: string) => `%${word.replace(/[\\%_]/g, '\\$&')}%`

const patternsOf = (words: string[]): Words =>
  Object.fromEntries(words.map((word, place) => [`word${place}`, patternOf(word)]))

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
