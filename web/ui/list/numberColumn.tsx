import type { ListColumn } from './ListColumn.ts'
import classes from './numberColumn.module.css'

/** The column `No.`: the place of a row in the list as it is searched and sorted. */
export const numberColumn = <Row,>(only?: ListColumn<Row>['only']): ListColumn<Row> => ({
  name: 'no',
  header: 'No.',
  width: 68,
  ...(only && { only }),
  cell: (_row, number) => <span className={classes.number}>{number}</span>,
})
