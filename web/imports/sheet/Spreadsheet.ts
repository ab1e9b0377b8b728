/** The displayed value of a cell: the result of a formula, the day of a date. */
export type SheetCell = string | number | boolean | { date: string } | null

export type MergedCells = { row: number; from: number; to: number }

export type Sheet = {
  name: string
  /** All rows from the first one, including empty ones: the row number is the index plus one. */
  rows: SheetCell[][]
  /** Cells of the first rows that are merged with cells to their right: indexes of the row, the first and the last column. */
  merged?: MergedCells[]
  /** Why this sheet cannot be imported, such as too many rows. Other sheets of the file may be importable. */
  refusal?: string
}

/** A sheet of a chosen file. */
export type FileSheet = Sheet & { file: string }

/** A sheet that is imported, with the index of its heading row. */
export type ChosenSheet = FileSheet & { header: number }

export type Spreadsheet = { sheets: Sheet[] }

/** The reason why a file cannot be read, shown to the user. */
export class SheetRefusal extends Error {}

/** The worker loads no schemas, so `IMPORT_ROWS_MAX` is repeated here. Some kinds of import have more rows. */
export const sheetLimits = {
  bytes: 10 * 1024 * 1024,
  unpackedBytes: 50 * 1024 * 1024,
  rows: 5_000,
  columns: 100,
  sheets: 250,
  /** In a CSV file, where a wrong quotation mark joins many cells. Google Sheets allows as many, Excel fewer. */
  cell: 50_000,
} as const

/** The heading row is searched for among the first rows. */
export const ROWS_TRIED = 30

export const sheetMessages = {
  tooLarge: 'The file is larger than 10 MB. Remove its pictures and save it again.',
  unpackedTooLarge: 'Unpacked, the file is larger than 50 MB. Copy the register alone into a new file.',
  tooManyRows: (max: number) =>
    `The sheet has more than ${max / 1_000},000 rows. Divide it into several files.`,
  tooManyColumns: 'The sheet has more than 100 columns. Remove those that are not needed.',
  tooManySheets: 'The file has more than 250 sheets. Copy the register alone into a new file.',
  oldExcel: 'This is an old Excel file. Open it, and save it as XLSX.',
  binaryExcel: 'This is a binary Excel file (.xlsb). Save it as .xlsx or CSV.',
  openDocument: 'This is an OpenDocument file (.ods). Save it as .xlsx or CSV.',
  numbers: 'This is a Numbers file. Export it as .xlsx or CSV.',
  pdf: 'This is a PDF. Save the register itself as .xlsx or CSV.',
  webPage: 'This is a web page with the name of a spreadsheet. Open it, and save it as .xlsx or CSV.',
  encrypted: 'This workbook is locked with a password. Save it without one, as .xlsx or CSV.',
  noSpreadsheet: 'This is not a spreadsheet. Save the register as .xlsx or CSV.',
  damaged: 'This file is damaged. Open the register again, and save it as .xlsx or CSV.',
  openQuote: (row: number) => `The quotation mark in row ${row} is never closed. Save the register as .xlsx.`,
  longCell: (row: number) =>
    `A cell in row ${row} has more than 50,000 characters. Check its quotation marks, or save the register as .xlsx.`,
  empty: 'This file has no rows.',
  notStarted: 'The file could not be read. Check the connection and try again.',
} as const

/** `register.nov` of `register.nov.xlsx` */
export const withoutEnding = (file: string) => file.replace(/\.\w+$/, '')

/** The text of a cell; empty if the cell is empty. A day is `2010-04-03`. */
export function cellText(cell: SheetCell | undefined): string {
  if (cell === null || cell === undefined) return ''
  if (typeof cell === 'object') return cell.date
  if (typeof cell === 'boolean') return cell ? 'TRUE' : 'FALSE'
  return String(cell).trim()
}

export const isFilled = (cell: SheetCell | undefined) => cellText(cell) !== ''

export const isEmptyRow = (cells: readonly SheetCell[]) => !cells.some(isFilled)
