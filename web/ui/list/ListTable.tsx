import { IconArrowDown, IconArrowUp, IconSelector } from '@tabler/icons-react'
import { type Key, memo, type ReactNode } from 'react'
import { headGroups, type ListColumn, startsGroup } from './ListColumn.ts'
import { sortDirection } from './rows/listState.ts'
import classes from './ListTable.module.css'

type ListTableProps<Row> = {
  label: string
  columns: ListColumn<Row>[]
  rows: Row[]
  rowKey: (row: Row) => Key
  /** The number of the row before the first. */
  before?: number
  sort?: string | undefined
  /** For columns that can be sorted. */
  onSort?: ((column: string) => void) | undefined
  inactive?: ((row: Row) => string | undefined) | undefined
  lineCount?: ((row: Row) => number) | undefined
  detail?: ((row: Row) => ReactNode) | undefined
  /** The last rows of the table. */
  foot?: ReactNode
}

/** Memoized, so that typing in the search box does not draw the rows again before the answer arrives. */
export const ListTable = memo(Table) as typeof Table

function Table<Row>(props: ListTableProps<Row>) {
  const { label, columns, rows, rowKey, before = 0, sort, onSort, inactive, lineCount, detail, foot } = props
  return (
    <div className={classes.scroll}>
      <table className={classes.table} aria-label={label}>
        <ListHead columns={columns} sort={sort} onSort={onSort} />
        {rows.map((row, position) => (
          <TableRow
            key={rowKey(row)}
            columns={columns}
            row={row}
            number={before + position + 1}
            reason={inactive?.(row)}
            lines={lineCount?.(row) ?? 1}
            detail={detail?.(row)}
          />
        ))}
        {foot && <tfoot>{foot}</tfoot>}
      </table>
    </div>
  )
}

type ListHeadProps<Row> = {
  columns: ListColumn<Row>[]
  sort?: string | undefined
  onSort?: ((column: string) => void) | undefined
}

export function ListHead<Row>({ columns, sort, onSort }: ListHeadProps<Row>) {
  const groups = headGroups(columns)
  const hasGroups = groups.some(({ name }) => name)
  return (
    <thead>
      {hasGroups && (
        <tr className={classes.groups}>
          {groups.map(({ name, span, first }, index) =>
            name ? (
              <th key={first} scope="colgroup" colSpan={span} data-rule={index > 0}>
                {name}
              </th>
            ) : (
              <td key={first} colSpan={span} data-rule={index > 0}>
                {name}
              </td>
            ),
          )}
        </tr>
      )}
      <tr>
        {columns.map((column, index) => (
          <th
            key={column.name}
            scope="col"
            data-align={column.align}
            data-total={column.isTotal}
            data-tone={column.tint}
            data-screen-only={column.isScreenOnly}
            data-rule={startsGroup(columns, index)}
            style={{ width: column.width }}
            aria-sort={column.sortBy ? sortDirection(sort, column.name) : undefined}
          >
            {column.sortBy ? <SortButton column={column} sort={sort} onSort={onSort} /> : column.header}
          </th>
        ))}
      </tr>
    </thead>
  )
}

const arrows = { ascending: IconArrowUp, descending: IconArrowDown, none: IconSelector }

type SortButtonProps<Row> = Omit<ListHeadProps<Row>, 'columns'> & { column: ListColumn<Row> }

function SortButton<Row>({ column, sort, onSort }: SortButtonProps<Row>) {
  const direction = sortDirection(sort, column.name)
  const Arrow = arrows[direction]
  return (
    <button type="button" className={classes.sort} onClick={() => onSort?.(column.name)}>
      {column.header}
      <Arrow size={14} aria-hidden />
    </button>
  )
}

type TableRowProps<Row> = {
  columns: ListColumn<Row>[]
  row: Row
  number: number
  /** Why the row is greyed, if it is. */
  reason: string | undefined
  lines: number
  detail: ReactNode
}

/** A row of a list, which may have several lines. Each line is a row of the table, so that the cells align. */
function TableRow<Row>({ columns, row, number, reason, lines, detail }: TableRowProps<Row>) {
  const isInactive = reason !== undefined
  return (
    <tbody data-many={lines > 1} data-open={Boolean(detail)}>
      {Array.from({ length: lines }, (_, line) => (
        <tr key={line} data-inactive={isInactive} title={reason}>
          {columns.map(
            ({ name, align, cell, isName, isTotal, tint, isScreenOnly, isPerLine = false }, index) =>
              (isPerLine || line === 0) && (
                <td
                  key={name}
                  rowSpan={isPerLine ? 1 : lines}
                  data-align={align}
                  data-name={isName}
                  data-total={isTotal}
                  data-tone={tint}
                  data-screen-only={isScreenOnly}
                  data-rule={startsGroup(columns, index)}
                >
                  {cell(row, number, line)}
                </td>
              ),
          )}
        </tr>
      ))}
      {detail && (
        <tr className={classes.detail}>
          <td colSpan={columns.length}>{detail}</td>
        </tr>
      )}
    </tbody>
  )
}
