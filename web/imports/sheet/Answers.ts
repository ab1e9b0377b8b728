import type { Decision, ImportedRow } from '#contract/imports.ts'
import type { WordAnswers } from './askWords.ts'
import type { ColumnChoice } from './guess/guessColumns.ts'
import type { DateAnswers } from './readDay.ts'

/** All answers about a sheet. */
export type Answers = {
  header: number
  columns: ColumnChoice[]
  /** By field: the value for all rows whose cell is empty. Dates as `2010-04-03`. */
  defaults: Record<string, string>
  /** By field. Also contains names of schools and people that mean a registered one. */
  words: WordAnswers
  /** By `foldWord`: the schools or clusters to add, each with the cluster of a new school. */
  added: Record<string, string>
  dates: DateAnswers
  /** By the sheet's row number and field: the corrected value of a cell. Dates as `2010-04-03`. */
  corrections: Record<number, Record<string, string>>
  /** The same for empty cells. Used only if the row adds a student. */
  blanks: Record<number, Record<string, string>>
  /** The decisions about duplicates, by the sheet's row number. */
  decisions: Record<number, Decision>
  /** The fields that updates do not change: in all updates, or by the sheet's row number. */
  kept: { fields: string[]; rows: Record<number, string[]> }
}

/** The initial answers, when only the columns are known. */
export const noAnswers: Omit<Answers, 'header' | 'columns'> = {
  defaults: {},
  words: {},
  added: {},
  dates: {},
  corrections: {},
  blanks: {},
  decisions: {},
  kept: { fields: [], rows: {} },
}

export type MadeRows = {
  /** The answers that the rows were made from. */
  answers: Answers
  /** Values for the body of `POST /api/imports`. */
  rows: ImportedRow[]
  defaults: Record<string, string>
  /** By the server's row index (from 0): the row number in the sheet (from 1). */
  numbers: number[]
  /** The numbers of the rows that are left out because every imported column is empty there. */
  empty: number[]
}
