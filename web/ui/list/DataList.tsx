import type { ListSource } from './rows/ListSource.ts'
import { type ListLook, ListView } from './ListView.tsx'
import { useListRows } from './rows/useListRows.ts'
import { useListState } from './rows/useListState.ts'

type DataListProps<Row> = ListLook<Row> & { source: ListSource<Row> }

/** A list whose call supports paging: fetched, searched, sorted and paged. */
export function DataList<Row>({ source, ...look }: DataListProps<Row>) {
  const controls = useListState()
  const list = useListRows(source, look.columns, controls)
  return <ListView list={list} controls={controls} rowKey={source.rowKey} {...look} />
}
