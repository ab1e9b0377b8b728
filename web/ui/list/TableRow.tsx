import { type ListColumn, startsGroup } from './ListColumn.ts'

type TableRowProps<Row> = {
  columns: ListColumn<Row>[]
  row: Row
  number: number
  /** Why it is greyed, if it is. */
  reason: string | undefined
  lines: number
}

/** A row of a list, which may have several lines: each is a row of the table, so that they align whatever they say. */
export function TableRow<Row>({ columns, row, number, reason, lines }: TableRowProps<Row>) {
  const isInactive = reason !== undefined
  return (
    <tbody data-many={lines > 1}>
      {Array.from({ length: lines }, (_, line) => (
        <tr key={line} data-inactive={isInactive} title={reason}>
          {columns.map(
            ({ name, align, cell, isTotal, isPerLine = false }, index) =>
              (isPerLine || line === 0) && (
                <td
                  key={name}
                  rowSpan={isPerLine ? 1 : lines}
                  data-align={align}
                  data-total={isTotal}
                  data-rule={startsGroup(columns, index)}
                >
                  {cell(row, number, line)}
                </td>
              ),
          )}
        </tr>
      ))}
    </tbody>
  )
}
