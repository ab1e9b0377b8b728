/** Numbers stay numbers, so that a spreadsheet can count with them. */
export type Cell = string | number | null

/** How a workbook shows a column's numbers: `1,234.50`, `61.5`. */
export type CellFormat = 'money' | 'mark'

/** How the rows of a list are saved as a file. */
export type Download<Row> = {
  /** The file name without the date that follows it. */
  name: string
  headers: string[]
  /** The lines of a row, each with a cell for every heading. `number` counts the rows from 1 through all pages. */
  lines: (row: Row, number: number) => Cell[][]
  /** One for each heading. */
  formats?: (CellFormat | undefined)[]
  /** The last line, such as the sums of all rows. */
  foot?: (rows: Row[]) => Cell[]
}

export type FileTable = Pick<Download<never>, 'headers' | 'formats'> & { lines: Cell[][]; foot?: Cell[] }

/** A spreadsheet reads text that begins like this as a formula, and would run one that was typed into a name. */
const FORMULA = /^(\s*[=+\-@]|[\t\r\n])/

/** The text is normalized first, because East Asian spreadsheets read full-width signs such as `＝` as plain ones. */
const withoutFormula = <Any extends Cell>(cell: Any): Any | string =>
  typeof cell === 'string' && FORMULA.test(cell.normalize('NFKC')) ? `'${cell}` : cell

export function tableOf<Row>({ headers, lines, formats, foot }: Download<Row>, rows: Row[]): FileTable {
  return {
    headers: headers.map(withoutFormula),
    lines: rows.flatMap((row, index) => lines(row, index + 1).map((cells) => cells.map(withoutFormula))),
    ...(formats && { formats }),
    ...(foot && { foot: foot(rows).map(withoutFormula) }),
  }
}
