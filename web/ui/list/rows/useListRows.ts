import { keepPreviousData, useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import { useDeferredValue, useMemo, useState } from 'react'
import { WHOLE_LIST_LIMIT } from '#contract/base/lists.ts'
import { isUnreachable } from '../../http.ts'
import { findRows, pageCount, pageOf, searchableRows, sortRows } from './arrangeRows.ts'
import type { ListColumn } from '../ListColumn.ts'
import { fetchList, filteredKey, type ListAnswer, type ListSource, streamList } from './ListSource.ts'
import { type ListState, queryOf } from './listState.ts'
import type { ListControls } from './useListState.ts'

/** The page that came with the first answer is not fetched again at once. */
const FIRST_PAGE_FRESH_MS = 2_000

/** A list without an answer retries and shows its own error, so it needs no notice that the server does not answer. */
export const retryUntilAnswered = {
  meta: { saysFailure: true },
  refetchInterval: ({ state }: { state: { error: Error | null } }) => isUnreachable(state.error) && RETRY_MS,
}
const RETRY_MS = 3_000

export type ListRows<Row> = {
  rows: Row[]
  /** The rows of all pages, searched and sorted as they are shown, where the browser has them. */
  found?: Row[]
  /** The same in batches from the server, where the server pages them. */
  streamRows?: () => AsyncIterable<Row[]>
  /** Rows that match the search, on all pages. */
  total: number
  page: number
  pages: number
  /** Rows on a full page. */
  size: number
  /** The search that these rows belong to; the typed search may be newer. */
  search: string
  /** Whether the server has answered; after a later error the rows of that answer are still shown. */
  isAnswered: boolean
  /** Whether these rows still answer the previous query. */
  isBehind: boolean
  error: Error | null
  retry: () => void
}

/**
 * The rows of the open page, and what the answer has beside them. The first answer decides where the list is paged: up to WHOLE_LIST_LIMIT rows it has
 * them all, and the browser pages them; above that the server does.
 */
export function useListRows<Row, Beside = object>(
  source: ListSource<Row, Beside>,
  columns: ListColumn<Row>[],
  controls: ListControls,
): ListRows<Row> & { beside: Beside | undefined } {
  const { shown, settled } = controls
  const client = useQueryClient()
  const pageKey = [...filteredKey(source), 'page', settled]

  const whole = useQuery({
    queryKey: [...filteredKey(source), 'whole'],
    queryFn: async ({ signal }) => {
      const question = { ...queryOf(settled, source.order), whole: WHOLE_LIST_LIMIT }
      const answer = { ...(await fetchList(source, question, signal)), asked: settled }
      // There are too many rows: this answer is the open page already.
      if (!answer.meta.whole) client.setQueryData(pageKey, answer)
      return answer
    },
    ...retryUntilAnswered,
    // Once the server pages, only pages are fetched, so that a change takes one request.
    enabled: ({ state }) => !source.isOff && state.data?.meta.whole !== false,
  })
  const isServerPaged = whole.data?.meta.whole === false
  const paged = useQuery({
    queryKey: pageKey,
    queryFn: async ({ signal }) => ({
      ...(await fetchList(source, queryOf(settled, source.order), signal)),
      asked: settled,
    }),
    enabled: isServerPaged,
    ...retryUntilAnswered,
    staleTime: FIRST_PAGE_FRESH_MS,
    placeholderData: keepPreviousData,
  })

  // Deferred, so that the browser stays responsive while React renders the rows of an answer.
  const rows = useDeferredValue(isServerPaged ? undefined : whole.data?.data)
  const { error, refetch } = whole
  const loaded = useLoadedRows(
    { ...source, data: rows, error, retry: () => void refetch() },
    columns,
    controls,
  )
  if (!isServerPaged) return { ...loaded, beside: whole.data }
  return {
    ...pagedRows(paged, settled),
    streamRows: () =>
      streamList(source, { search: shown.search || undefined, sort: shown.sort ?? source.order }),
    beside: paged.data,
  }
}

/** The error until there is an answer; a query clears its error as soon as it retries. */
export function useLastingError({ error, isAnswered }: Pick<ListRows<unknown>, 'error' | 'isAnswered'>) {
  const [last, setLast] = useState(error)
  if (error !== last && (error || isAnswered)) setLast(error)
  return isAnswered ? error : (error ?? last)
}

type Asked<Row> = ListAnswer<Row> & { asked: ListState }

/** The rows of a list that the server pages. An answer belongs to its query, which may be the previous one. */
export function pagedRows<Row>(
  { data, error, isPlaceholderData, refetch }: UseQueryResult<Asked<Row>>,
  settled: ListState,
): ListRows<Row> {
  const { page, size, search } = data?.asked ?? settled
  const total = data?.meta.total ?? 0
  const pages = pageCount(total, size)
  return {
    rows: data?.data ?? [],
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

/** The rows of a call that always returns all of them. */
export type LoadedRows<Row> = Pick<ListSource<Row>, 'searchText'> & {
  /** The same array from render to render; undefined until there is an answer. */
  data: Row[] | undefined
  error: Error | null
  retry: () => void
}

/** As useListRows, for rows that are already loaded; `found` are those that match the search, on all pages. */
export function useLoadedRows<Row>(
  loaded: LoadedRows<Row>,
  columns: ListColumn<Row>[],
  { shown }: ListControls,
): ListRows<Row> & { found: Row[] } {
  const arranged = useArrangedRows(loaded, columns, loaded.data, shown)
  return {
    ...arranged,
    pages: pageCount(arranged.total, shown.size),
    size: shown.size,
    isBehind: false,
    isAnswered: loaded.data !== undefined,
    error: loaded.error,
    retry: loaded.retry,
  }
}

/**
 * Searches, sorts and pages rows that are all loaded. Each step is memoized separately: a keystroke in the search box
 * neither folds nor sorts them again.
 */
function useArrangedRows<Row>(
  { searchText }: Pick<ListSource<Row>, 'searchText'>,
  columns: ListColumn<Row>[],
  all: Row[] | undefined,
  { page, size, search: typed, sort }: ListState,
) {
  const search = useDeferredValue(typed)
  const searchable = useMemo(() => searchableRows(all ?? [], searchText), [all, searchText])
  const sorted = useMemo(() => {
    const sortBy = columns.find(({ name }) => name === sort?.replace(/^-/, ''))?.sortBy
    return sortBy ? sortRows(searchable, sortBy, sort?.startsWith('-') ?? false) : searchable
  }, [searchable, columns, sort])
  const found = useMemo(() => findRows(sorted, search).map(({ row }) => row), [sorted, search])
  const open = useMemo(() => pageOf(found, page, size), [found, page, size])
  return { ...open, found, total: found.length, search }
}
