import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type ListAnswer, listKey, type RowSource } from './ListSource.ts'

/** Shows a saved change in a list at once, then refetches the list in the background. */
export function useListChanges<Row>(source: RowSource<Row>) {
  const client = useQueryClient()
  return useMemo(
    () => ({
      put: (row: Row) => change(client, source, (answer) => withRow(answer, row, source.rowKey)),
      drop: (row: Row) => change(client, source, (answer) => withoutRow(answer, row, source.rowKey)),
      refresh: () => void client.invalidateQueries({ queryKey: listKey(source) }),
    }),
    [client, source],
  )
}

function change<Row>(
  client: QueryClient,
  source: RowSource<Row>,
  changed: (answer: ListAnswer<Row>) => ListAnswer<Row>,
): void {
  const queryKey = listKey(source)
  client.setQueriesData<ListAnswer<Row>>({ queryKey }, (answer) => answer && changed(answer))
  void client.invalidateQueries({ queryKey })
}

/** Replaces the row. A new row is added at the end of a whole list; in a paged list its position is unknown. */
export function withRow<Row>(
  answer: ListAnswer<Row>,
  row: Row,
  rowKey: RowSource<Row>['rowKey'],
): ListAnswer<Row> {
  const { data, meta } = answer
  const index = data.findIndex((known) => rowKey(known) === rowKey(row))
  if (index >= 0) return { ...answer, data: data.with(index, row) }
  return meta.whole ? { ...answer, data: [...data, row], meta: { ...meta, total: meta.total + 1 } } : answer
}

export function withoutRow<Row>(
  answer: ListAnswer<Row>,
  row: Row,
  rowKey: RowSource<Row>['rowKey'],
): ListAnswer<Row> {
  const data = answer.data.filter((known) => rowKey(known) !== rowKey(row))
  const gone = answer.data.length - data.length
  return gone ? { ...answer, data, meta: { ...answer.meta, total: answer.meta.total - gone } } : answer
}
