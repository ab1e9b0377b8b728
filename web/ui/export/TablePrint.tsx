import { PrintSheet } from '../print/PrintSheet.tsx'
import type { Download } from './Download.ts'
import classes from '../print/PrintTable.module.css'

type TablePrintProps<Row> = { title: string; download: Download<Row>; rows: Row[]; search: string }

/** The printed sheet of a list: the table that its download contains. */
export const TablePrint = <Row,>({ title, download, rows, search }: TablePrintProps<Row>) => (
  <PrintSheet title={title} lines={search.trim() ? [`Search: “${search.trim()}”`] : []} isLandscape>
    {() => (
      <table className={classes.table}>
        <thead>
          <tr>
            {download.headers.map((header) => (
              <th key={header} scope="col">
                {header}
              </th>
            ))}
          </tr>
        </thead>
        {rows.map((row, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- the sheet does not change while it is printed
          <tbody key={index}>
            {download.lines(row, index + 1).map((cells, line) => (
              // oxlint-disable-next-line react/no-array-index-key -- as above
              <tr key={line}>
                {cells.map((cell, column) => (
                  <td key={download.headers[column]}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    )}
  </PrintSheet>
)
