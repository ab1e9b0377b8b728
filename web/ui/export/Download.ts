import { type Cell, type CellFormat, type FileTable, withoutFormula } from '#contract/base/csv.ts'

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

export function tableOf<Row>({ headers, lines, formats, foot }: Download<Row>, rows: Row[]): FileTable {
  return {
    headers: headers.map(withoutFormula),
    lines: rows.flatMap((row, index) => lines(row, index + 1).map((cells) => cells.map(withoutFormula))),
    ...(formats && { formats }),
    ...(foot && { foot: foot(rows).map(withoutFormula) }),
  }
}
