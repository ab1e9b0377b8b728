import type { ListColumn } from './ListColumn.ts'

/** The column `No.`: the position of a row in the list as it is searched and sorted. */
export const numberColumn = <Row,>(only?: ListColumn<Row>['only']): ListColumn<Row> => ({
  name: 'no',
  header: 'No.',
  width: 68,
  ...(only && { only }),
  cell: (_row, number) => <span className="el-ink-3 el-numbers">{number}</span>,
})
