/** What a cell shows: formulas are their values, a date is a day. */
export type SheetCell = string | number | boolean | { date: string } | null

export type Sheet = {
  name: string
  /** From the first row of the sheet on, also those that are empty: the row number is the index plus one. */
  rows: SheetCell[][]
  /** Why this sheet cannot be imported, such as too many rows; another one of the file may be. */
  refusal?: string
}

export type Spreadsheet = { sheets: Sheet[] }

/** Why a file cannot be read, in one sentence for whoever chose it. */
export class SheetRefusal extends Error {}

/** A cell as people read it; empty if nothing is in it. A day is `2010-04-03`. */
export function cellText(cell: SheetCell | undefined): string {
  if (cell === null || cell === undefined) return ''
  if (typeof cell === 'object') return cell.date
  if (typeof cell === 'boolean') return cell ? 'TRUE' : 'FALSE'
  return String(cell).trim()
}

export const isEmptyRow = (cells: readonly SheetCell[]) => cells.every((cell) => cellText(cell) === '')

/** A, B … Z, AA, AB … */
export function columnLetter(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26))
  return index < 26 ? letter : columnLetter(Math.floor(index / 26) - 1) + letter
}
