import { harmless } from './harmless.ts'

/** Numbers stay numbers, so that a spreadsheet can count with them. */
export type Cell = string | number | null

/** What can be saved of a list. */
export type Download<Row> = {
  /** What its files are called, before the day. */
  name: string
  headers: string[]
  /** The lines of a row, each with a cell for every heading. `number` counts the rows from 1 through all pages. */
  lines: (row: Row, number: number) => Cell[][]
}

export type FileTable = { headers: string[]; lines: Cell[][] }

export function tableOf<Row>({ headers, lines }: Download<Row>, rows: Row[]): FileTable {
  return {
    headers,
    lines: rows.flatMap((row, index) => lines(row, index + 1).map((cells) => cells.map(harmless))),
  }
}
