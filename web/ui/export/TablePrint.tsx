import type { Cell, CellFormat } from '#contract/base/csv.ts'
import { shillingsText, toCents } from '#contract/records/receipts.ts'
import { PrintSheet } from '../print/PrintSheet.tsx'
import type { Download } from './Download.ts'
import classes from '../print/PrintTable.module.css'

type TablePrintProps<Row> = {
  title: string
  /** Small lines under the title. */
  lines?: string[]
  download: Download<Row>
  rows: Row[]
  search: string
}

/** The printed sheet of a list: the table that its download contains. */
export const TablePrint = <Row,>({ title, lines, download, rows, search }: TablePrintProps<Row>) => (
  <PrintSheet
    title={title}
    lines={[...(lines ?? []), ...(search.trim() ? [`Search: “${search.trim()}”`] : [])]}
    isLandscape
  >
    {() => (
      <table className={classes.table}>
        <thead>
          <tr>
            {download.headers.map((header, column) => (
              <th key={header} scope="col" data-align={alignOf(download, column)}>
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
              <PrintedLine key={line} cells={cells} download={download} />
            ))}
          </tbody>
        ))}
        {download.foot && (
          <tfoot>
            <PrintedLine cells={download.foot(rows)} download={download} />
          </tfoot>
        )}
      </table>
    )}
  </PrintSheet>
)

type Printed = Pick<Download<never>, 'headers' | 'formats'>

const PrintedLine = ({ cells, download }: { cells: Cell[]; download: Printed }) => (
  <tr>
    {cells.map((cell, column) => (
      <td key={download.headers[column]} data-align={alignOf(download, column)}>
        {shownAs(cell, download.formats?.[column])}
      </td>
    ))}
  </tr>
)

const alignOf = ({ formats }: Printed, column: number) => (formats?.[column] ? 'right' : undefined)

function shownAs(cell: Cell, format: CellFormat | undefined): Cell {
  if (typeof cell !== 'number' || !format) return cell
  return format === 'money' ? shillingsText(toCents(cell)) : cell.toFixed(1)
}
