import { pageCount } from './arrangeRows.ts'
import type { ListColumn } from './ListColumn.ts'
import type { ListSource } from './ListSource.ts'
import { useArrangedRows } from './useArrangedRows.ts'
import type { ListRows } from './useListRows.ts'
import type { ListControls } from './useListState.ts'

/** Rows of a call that always answers all of them, as its query has them. */
export type HeldRows<Row> = Pick<ListSource<Row>, 'searchText'> & {
  /** The same array from render to render; none before there is an answer. */
  data: Row[] | undefined
  error: Error | null
  retry: () => void
}

/** As useListRows, for rows that are there already; `found` are those that match the search, on all pages. */
export function useHeldRows<Row>(
  held: HeldRows<Row>,
  columns: ListColumn<Row>[],
  { shown }: ListControls,
): ListRows<Row> & { found: Row[] } {
  const arranged = useArrangedRows(held, columns, held.data, shown)
  return {
    ...arranged,
    allRows: async () => arranged.found,
    pages: pageCount(arranged.total, shown.size),
    size: shown.size,
    isBehind: false,
    isAnswered: held.data !== undefined,
    error: held.error,
    retry: held.retry,
  }
}
