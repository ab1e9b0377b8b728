import type { Sheet, SheetCell } from './Spreadsheet.ts'

/** The row that holds the headings, by its index: titles may stand above it. */
export function guessHeader(_rows: Sheet['rows']): number {
  return 0
}

export type HeadingRow = { index: number; label: string }

/** The rows that may hold the headings, each as `Row 3: No, Ref, Pupil’s name, DOB`. */
export function headingRows(_rows: Sheet['rows']): HeadingRow[] {
  return []
}

/** A row of the sheet that is not empty, below the headings. `number` is the sheet's own, from 1. */
export type DataRow = { number: number; cells: SheetCell[] }

export function dataRows(_sheet: Sheet, _header: number): DataRow[] {
  return []
}
