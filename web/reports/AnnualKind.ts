import type { CellFormat } from '#contract/base/csv.ts'

/** A student's year, with a line for each school, in order of time. */
export type AnnualRow = {
  student_id: number
  student: string
  class: string
  schools: AnnualLine[]
}

/** An amount for each term, or words where there can be none; costs also have a total. */
export type AnnualLine = {
  school: string
  amounts: (number | null)[]
  words?: (string | null)[]
  total?: number
}

export type Term = { id: number; term_name: string }

export type AnnualAnswer = { rows: AnnualRow[]; terms: Term[] }

/** Whether some terms have words in place of amounts. */
export const hasWords = (rows: AnnualRow[]) =>
  rows.some(({ schools }) => schools.some(({ words = [] }) => words.some((word) => word !== null)))

/** What differs between the annual reports of marks and of costs. */
export type AnnualKind = {
  title: string
  subtitle: string
  /** The same where some terms have words. */
  subtitleWithWords?: string
  /** The start of its file names, before year and day. */
  fileName: string
  /** The query key of its answers, before the year. */
  key: string[]
  fetch: (year: number, signal: AbortSignal) => Promise<AnnualAnswer>
  /** Formats an amount for the screen. */
  show: (amount: number) => string
  /** Its number format in a spreadsheet. */
  format: CellFormat
  /** The word in the table's last row, and how its amounts are computed. */
  sumWord: 'Total' | 'Mean'
  sum: (amounts: number[]) => number
  /** The heading over the sums of a line, where it has one. */
  totalHeader?: string
  emptyHint: string
}
