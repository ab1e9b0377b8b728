import { useDeferredValue, useMemo } from 'react'
import { findRows, pageOf, searchableRows, sortRows } from './arrangeRows.ts'
import type { ListColumn } from './ListColumn.ts'
import type { ListSource } from './ListSource.ts'
import type { ListState } from './listState.ts'

/**
 * Searches, sorts and pages rows that are all here. Each step is remembered by itself: a key searches, but
 * neither folds nor sorts again.
 */
export function useArrangedRows<Row>(
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
