import type { Key } from 'react'
import type { ListMeta, ListQuery } from '#contract/lists.ts'
import { http } from '../http.ts'

/** Where a list comes from. One constant per list, shared by its panel and by what changes its rows. */
export type ListSource<Row> = {
  path: string
  /** What the call always says beside the list's own parameters, such as `query=list`. */
  query?: Record<string, string | number>
  rowKey: (row: Row) => Key
  /** What a search looks through, folded. */
  searchText: (row: Row) => string
}

export type ListAnswer<Row> = { data: Row[]; meta: ListMeta }

export function fetchList<Row>(
  { path, query }: ListSource<Row>,
  asked: ListQuery,
  signal: AbortSignal,
): Promise<ListAnswer<Row>> {
  return http.get(path, { query: { ...query, ...asked }, signal })
}

/** Under what the answers of a list are kept. */
export const listKey = <Row>({ path, query }: ListSource<Row>) => ['list', path, query ?? {}] as const
