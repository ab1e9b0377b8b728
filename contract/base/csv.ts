/** Numbers stay numbers, so that a spreadsheet can count with them. */
export type Cell = string | number | null

/** How a workbook shows a column's numbers: `1,234.50`, `61.5`. */
export const cellFormats = ['money', 'mark'] as const
export type CellFormat = (typeof cellFormats)[number]

/**
 * A spreadsheet reads text that begins like this as a formula, and would run one that was typed into a name. Texts with
 * apostrophes before it are guarded too, so that they are read back the same.
 */
const FORMULA = /^'*(\s*[=+\-@]|[\t\r\n])/
/** Only the first characters matter, and normalizing a long text is slow. */
const TRIED_MAX = 1_000

/** The text is normalized first, because East Asian spreadsheets read full-width signs such as `＝` as plain ones. */
const isFormula = (text: string) => FORMULA.test(text.slice(0, TRIED_MAX).normalize('NFKC'))

/** An apostrophe before a text makes a spreadsheet show it as it is. */
export const withoutFormula = <Any extends Cell>(cell: Any): Any | string =>
  typeof cell === 'string' && isFormula(cell) ? `'${cell}` : cell

/** The text before `withoutFormula` added an apostrophe. */
export const unguarded = (text: string) =>
  text.startsWith("'") && isFormula(text.slice(1)) ? text.slice(1) : text

/** Without it Excel reads the file in the system's code page instead of UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF'

/** Lines of CSV, by RFC 4180. */
export const csvLines = (lines: readonly (readonly Cell[])[]): string =>
  lines.map((cells) => `${cells.map(field).join(',')}\r\n`).join('')

function field(cell: Cell): string {
  const text = String(cell ?? '')
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** A table to save as a file. `formats` has one for each heading; `foot` is the last line, such as the sums of all rows. */
export type FileTable = {
  headers: readonly string[]
  lines: Cell[][]
  formats?: (CellFormat | undefined)[]
  foot?: Cell[]
}

/** The table as CSV. */
export const csvText = ({ headers, lines, foot }: FileTable): string =>
  BYTE_ORDER_MARK + csvLines([headers, ...lines, ...(foot ? [foot] : [])])

export const mediaTypes = {
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}
