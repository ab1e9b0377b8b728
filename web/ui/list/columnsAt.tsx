import type { ListColumn, TableWidth } from './ListColumn.ts'
import classes from './columnsAt.module.css'

/** The columns of a table of this width. A narrow table omits some and shows some under others. */
export function columnsAt<Row>(width: TableWidth, columns: ListColumn<Row>[]): ListColumn<Row>[] {
  const shown = columns.filter(({ only = width }) => only === width)
  if (width === 'wide') return shown
  return shown
    .filter(({ under }) => under === undefined)
    .map((column) =>
      withOthersUnder(
        column,
        shown.filter(({ under }) => under === column.name),
      ),
    )
}

function withOthersUnder<Row>(column: ListColumn<Row>, others: ListColumn<Row>[]): ListColumn<Row> {
  if (others.length === 0) return column
  return {
    ...column,
    cell: (...args) => (
      <>
        {column.cell(...args)}
        <div className={classes.under}>
          {others.map(({ name, cell }) => (
            <span key={name}>{cell(...args)}</span>
          ))}
        </div>
      </>
    ),
  }
}
