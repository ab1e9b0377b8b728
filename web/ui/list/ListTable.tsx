import type { Key, ReactNode } from 'react'
import type { ListColumn } from './ListColumn.ts'
import { ListHead } from './ListHead.tsx'
import classes from './ListTable.module.css'
import { TableRow } from './TableRow.tsx'

type ListTableProps<Row> = {
  label: string
  columns: ListColumn<Row>[]
  rows: Row[]
  rowKey: (row: Row) => Key
  /** The number of the row before the first. */
  before: number
  sort: string | undefined
  onSort: (column: string) => void
  inactive: ((row: Row) => string | undefined) | undefined
  lineCount: ((row: Row) => number) | undefined
  /** Rows that end the table. */
  foot: ReactNode
}

export function ListTable<Row>(props: ListTableProps<Row>) {
  const { label, columns, rows, rowKey, before, sort, onSort, inactive, lineCount, foot } = props
  return (
    <div className={classes.scroll}>
      <table className={classes.table} aria-label={label}>
        <ListHead columns={columns} sort={sort} onSort={onSort} />
        {rows.map((row, place) => (
          <TableRow
            key={rowKey(row)}
            columns={columns}
            row={row}
            number={before + place + 1}
            reason={inactive?.(row)}
            lines={lineCount?.(row) ?? 1}
          />
        ))}
        {foot && <tfoot>{foot}</tfoot>}
      </table>
    </div>
  )
}
