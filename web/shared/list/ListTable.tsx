import type { Key } from 'react'
import { type ListColumn, startsGroup } from './ListColumn.ts'
import { ListHead } from './ListHead.tsx'
import classes from './ListTable.module.css'

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
}

export function ListTable<Row>(props: ListTableProps<Row>) {
  const { label, columns, rows, rowKey, before, sort, onSort, inactive } = props
  return (
    <div className={classes.scroll}>
      <table className={classes.table} aria-label={label}>
        <ListHead columns={columns} sort={sort} onSort={onSort} />
        <tbody>
          {rows.map((row, place) => {
            const reason = inactive?.(row)
            return (
              <tr key={rowKey(row)} data-inactive={reason !== undefined} title={reason}>
                {columns.map(({ name, align, cell }, index) => (
                  <td key={name} data-align={align} data-rule={startsGroup(columns, index)}>
                    {cell(row, before + place + 1)}
                  </td>
                ))}
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
