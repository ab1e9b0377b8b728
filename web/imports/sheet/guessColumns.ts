import type { ImportKind } from '#contract/imports.ts'
import type { Sheet } from './Spreadsheet.ts'
import type { Target } from './targets.ts'

/** What earlier imports of this kind chose, by folded heading and folded word. Null is a column that was left out. */
export type Remembered = {
  headings: Record<string, string | null>
  /** By field, and then by word. */
  words: Record<string, Record<string, string>>
}

/** A column of the sheet, and where it goes. `choose`: nobody knows yet, and it stays out if nobody says. */
export type ColumnChoice = {
  /** Its place in the sheet, from 0. */
  index: number
  /** `A` */
  letter: string
  heading: string
  /** Of the first three rows. */
  samples: string[]
  field: string | null
  state: 'guessed' | 'chosen' | 'choose' | 'left out'
}

/** The columns that are not empty, each with a guess from its heading and contents. No field is guessed twice. */
export function guessColumns(
  _kind: ImportKind,
  _sheet: Sheet,
  _header: number,
  _remembered?: Remembered,
): ColumnChoice[] {
  return []
}

/** Sends a column to a field, or leaves it out. Another column that went there waits for a choice then. */
export function chooseColumn(choices: ColumnChoice[], _index: number, _field: string | null): ColumnChoice[] {
  return choices
}

/** The needed fields that have neither a column nor one value for all rows. None if every row has a ref. */
export function fieldsToSettle(
  _kind: ImportKind,
  _sheet: Sheet,
  _header: number,
  _choices: ColumnChoice[],
  _defaults: Record<string, string>,
): Target[] {
  return []
}
