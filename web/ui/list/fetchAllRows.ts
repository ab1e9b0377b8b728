import type { QueryClient } from '@tanstack/react-query'
import { pageCount } from './arrangeRows.ts'
import { fetchList, listKey, type ListSource } from './ListSource.ts'
import { type ListState, questionOf } from './listState.ts'

/** The most that the server gives at once. */
const ROWS_AT_ONCE = 1_000

/** The rows of all pages of a list that the server pages. */
export async function fetchAllRows<Row>(
  client: QueryClient,
  source: ListSource<Row>,
  { search, sort }: ListState,
): Promise<Row[]> {
  const rows: Row[] = []
  for (let page = 1, pages = 1, expected; page <= pages; page++) {
    const state: ListState = { page, size: ROWS_AT_ONCE, search, sort }
    const { data, meta } = await client.fetchQuery({
      queryKey: [...listKey(source), 'page', state],
      queryFn: ({ signal }) => fetchList(source, questionOf(state), signal),
      networkMode: 'always',
      gcTime: 0,
    })
    expected ??= meta.total
    // Rows that came or went between two pages move others over the edge, where they would be missed or doubled.
    if (meta.total !== expected) throw new Error('The list has just changed. Try again.')
    pages = pageCount(expected, ROWS_AT_ONCE)
    rows.push(...data)
  }
  return rows
}
