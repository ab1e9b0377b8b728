import type { UseQueryResult } from '@tanstack/react-query'
import { pageCount } from './arrangeRows.ts'
import type { ListState } from './listState.ts'
import type { ListAnswer } from './ListSource.ts'
import type { ListRows } from './useListRows.ts'

type Asked<Row> = ListAnswer<Row> & { asked: ListState }

/** The rows of a list that the server always pages. An answer belongs to its query, which may be the previous one. */
export function pagedRows<Row>(
  { data, error, isPlaceholderData, refetch }: UseQueryResult<Asked<Row>>,
  settled: ListState,
): ListRows<Row> {
  const { page, size, search } = data?.asked ?? settled
  const total = data?.meta.total ?? 0
  const pages = pageCount(total, size)
  return {
    rows: data?.data ?? [],
    allRows: async () => data?.data ?? [],
    total,
    page: Math.min(page, pages),
    pages,
    size,
    search,
    isAnswered: data !== undefined,
    isBehind: isPlaceholderData,
    error,
    retry: () => void refetch(),
  }
}
