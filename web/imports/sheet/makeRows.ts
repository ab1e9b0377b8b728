import type { Decision, ImportedRow, ImportKind } from '#contract/imports.ts'
import type { DateAnswers } from './askDates.ts'
import type { WordAnswers } from './askWords.ts'
import type { ColumnChoice } from './guessColumns.ts'
import type { Sheet } from './Spreadsheet.ts'

/** All that was said about a sheet. */
export type Answers = {
  header: number
  columns: ColumnChoice[]
  /** By field: the same for all rows where the cell is empty. Dates as `2010-04-03`. */
  defaults: Record<string, string>
  /** By field. Names of schools and people that mean others stand here too. */
  words: WordAnswers
  dates: DateAnswers
  /** By the sheet's row number and field: what was typed instead of the cell. Dates as `2010-04-03`. */
  mended: Record<number, Record<string, string>>
  /** By the sheet's row number. */
  decisions: Record<number, Decision>
}

export type MadeRows = {
  /** For the body of `POST /api/imports`. */
  rows: ImportedRow[]
  defaults: Record<string, string>
  /** By the row of the server (which counts from 0): the number of the row in the sheet, from 1. */
  numbers: number[]
  /** By the row of the server: the names of its files, where the sheet has them. */
  files: { picture: string | null; certificate: string | null }[]
}

export function makeRows(_kind: ImportKind, _sheet: Sheet, answers: Answers): MadeRows {
  return { rows: [], defaults: answers.defaults, numbers: [], files: [] }
}

/** What the next import of this kind is guessed from: fields of `POST /api/imports`. */
export function toRemember(
  _kind: ImportKind,
  _answers: Answers,
): { headings: Record<string, string | null>; words: WordAnswers } {
  return { headings: {}, words: {} }
}
