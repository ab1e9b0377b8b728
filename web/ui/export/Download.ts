/** Numbers stay numbers, so that a spreadsheet can count with them. */
export type Cell = string | number | null

/** How a file shows a column's numbers where it can say so: `1,234.50`, `61.5`. */
export type CellFormat = 'money' | 'mark'

/** What can be saved of a list. */
export type Download<Row> = {
  /** What its files are called, before the day. */
  name: string
  headers: string[]
  /** The lines of a row, each with a cell for every heading. `number` counts the rows from 1 through all pages. */
  lines: (row: Row, number: number) => Cell[][]
  /** One for each heading. */
  formats?: (CellFormat | undefined)[]
  /** The last line, about all rows, such as their sums. */
  foot?: (rows: Row[]) => Cell[]
}

export type FileTable = Pick<Download<never>, 'headers' | 'formats'> & { lines: Cell[][]; foot?: Cell[] }

/** A spreadsheet takes a text that begins so for a formula, and would run what somebody typed into a name. */
const FORMULA = /^(\s*[=+\-@]|[\t\r\n])/

/** Normalized for the test, because spreadsheets of East Asia read the full-width signs, such as `＝`, as the plain ones. */
const harmless = (cell: Cell): Cell =>
  typeof cell === 'string' && FORMULA.test(cell.normalize('NFKC')) ? `'${cell}` : cell

export function tableOf<Row>({ headers, lines, formats, foot }: Download<Row>, rows: Row[]): FileTable {
  return {
    headers,
    lines: rows.flatMap((row, index) => lines(row, index + 1).map((cells) => cells.map(harmless))),
    ...(formats && { formats }),
    ...(foot && { foot: foot(rows).map(harmless) }),
  }
}
