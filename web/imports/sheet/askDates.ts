import type { ImportKind } from '#contract/imports.ts'
import type { ColumnChoice } from './guessColumns.ts'
import type { Sheet } from './Spreadsheet.ts'
import type { Target } from './targets.ts'

export type DateOrder = 'day first' | 'month first'

/** What one answer would do to the column. */
export type DateReading = {
  order: DateOrder
  /** The example as a day, `2010-04-03`; null if it would be none. */
  day: string | null
  /** How many texts would be no date, and one of them. */
  wrong: number
  wrongExample: string | null
}

export type DateQuestion = {
  target: Target
  heading: string
  /** The texts with figures alone, `03/04/2010`; null if the column has none: then no order is asked. */
  order: {
    /** The first text that could be read both ways, or else the first text of figures. */
    example: string
    readings: [DateReading, DateReading]
    /** What a text such as 17/09/2009 settles; null if somebody has to say. */
    settled: DateOrder | null
  } | null
  /** Numbers like 40271, which may be days of a spreadsheet. */
  serials: { rows: number; example: number; day: string } | null
}

/** By field. What is not answered is sent as it stands, and refused by the check. */
export type DateAnswers = Record<string, { order?: DateOrder | null; readsSerials?: boolean | null }>

/** One for each column of dates that hold more than date cells and dates that can be read one way only. */
export function askDates(
  _kind: ImportKind,
  _sheet: Sheet,
  _header: number,
  _choices: ColumnChoice[],
): DateQuestion[] {
  return []
}

/** A cell of a column of dates as `2010-04-03`; null if it is no date by the answer. */
export function readDay(
  _cell: Sheet['rows'][number][number],
  _answer: DateAnswers[string] | undefined,
): string | null {
  return null
}
