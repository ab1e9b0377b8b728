import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { headGroups, type ListColumn, startsGroup } from './ListColumn.ts'
import { sortDirection } from './listState.ts'
import classes from './ListTable.module.css'

type ListHeadProps<Row> = {
  columns: ListColumn<Row>[]
  sort: string | undefined
  onSort: (column: string) => void
}

export function ListHead<Row>({ columns, sort, onSort }: ListHeadProps<Row>) {
  const groups = headGroups(columns)
  const hasGroups = groups.some(({ name }) => name !== undefined)
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

type SortButtonProps<Row> = Omit<ListHeadProps<Row>, 'columns'> & { column: ListColumn<Row> }

function SortButton<Row>({ column, sort, onSort }: SortButtonProps<Row>) {
  const direction = sortDirection(sort, column.name)
  const Arrow = direction === 'descending' ? IconArrowDown : IconArrowUp
  return (
    <button type="button" className={classes.sort} onClick={() => onSort(column.name)}>
      {column.header}
      <Arrow size={14} stroke={2} aria-hidden data-on={direction !== 'none'} />
    </button>
  )
}
