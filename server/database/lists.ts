import { type Compilable, type RawBuilder, sql } from 'kysely'
import { fold } from '#contract/fold.ts'
import type { ListMeta, ListQuery } from '#contract/lists.ts'
import { DEFAULT_PAGE_SIZE } from '#contract/lists.ts'
import { compiled, type CompiledRun, slot } from './compiled.ts'
import type { Db } from './connect.ts'

type Sort<Column extends string> = { column: Column; direction: 'asc' | 'desc' }

/** What the rows of a list are asked by; the values themselves are filled in when the query runs. */
export type Page<Column extends string> = {
  search: RawBuilder<string> | undefined
  sort: Sort<Column>
  limit: RawBuilder<number> | undefined
  offset: RawBuilder<number>
}

type List<Column extends string, Row> = {
  /** The columns a caller may sort by, the first of them unless they say. */
  sorts: readonly [Column, ...Column[]]
  defaultDirection?: 'asc' | 'desc'
  count(search: RawBuilder<string> | undefined): Compilable<{ total: number }>
  rows(page: Page<Column>): Compilable<Row>
}

/** Answers what a list call asks for: all rows, or a page of those that match. */
export function createList<Column extends string, Row>(db: Db, list: List<Column, Row>) {
  const queries = new Map<string, CompiledRun<Row>>()
  const counts = {
    all: compiled(db, list.count(undefined)),
    found: compiled(db, list.count(slot('search'))),
  }

  return async (asked: ListQuery): Promise<{ data: Row[]; meta: ListMeta }> => {
    const { page = 1, size = DEFAULT_PAGE_SIZE, search, whole } = asked
    const sort = askedSort(asked.sort, list)

    const isPlain = Object.values(asked).every((value) => value === undefined)
    if (isPlain || (whole !== undefined && (await count(undefined)) <= whole)) {
      const data = await rowsBy(sort, { isSearch: false, isPage: false })()
      return { data, meta: { total: data.length, whole: true } }
    }

    const total = await count(search)
    const values = { search: search && pattern(search), limit: size, offset: (page - 1) * size }
    const data = await rowsBy(sort, { isSearch: Boolean(search), isPage: true })(values)
    return { data, meta: { total, whole: false } }
  }

  async function count(search: string | undefined): Promise<number> {
    const [row] = await (search ? counts.found({ search: pattern(search) }) : counts.all())
    return row?.total ?? 0
  }

  /** Each shape of the query is built when it is first asked for. */
  function rowsBy(sort: Sort<Column>, shape: { isSearch: boolean; isPage: boolean }): CompiledRun<Row> {
    const key = `${sort.column} ${sort.direction} ${shape.isSearch} ${shape.isPage}`
    const known = queries.get(key)
    if (known) return known
    const query = list.rows({
      search: shape.isSearch ? slot('search') : undefined,
      sort,
      limit: shape.isPage ? slot('limit') : undefined,
      offset: slot('offset'),
    })
    const run = compiled(db, query)
    queries.set(key, run)
    return run
  }
}

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
const pattern = (text: string) => `%${fold(text).replace(/[\\%_]/g, '\\$&')}%`

/** A substring match on a folded column. */
export const contains = (column: string, search: RawBuilder<string>): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(column)} like ${search} escape '\\'`
