import type { CellFormat } from '../ui/export/Download.ts'

/** A student's year: a line for each school of it, the first school first. */
export type AnnualRow = {
  student_id: number
  student: string
  class: string
  schools: AnnualLine[]
}

/** An amount for each term; costs also come with their total. */
export type AnnualLine = { school: string; amounts: (number | null)[]; total?: number }

export type Term = { id: number; term_name: string }

export type AnnualAnswer = { rows: AnnualRow[]; terms: Term[] }

/** What makes the difference between marks and costs of a year. */
export type AnnualKind = {
  title: string
  subtitle: string
  /** What its files are called, before year and day. */
  fileName: string
  /** What its answers are kept under, before the year. */
  key: string[]
  fetch: (year: number, signal: AbortSignal) => Promise<AnnualAnswer>
  /** An amount as it is read. */
  show: (amount: number) => string
  /** The same in a spreadsheet. */
  format: CellFormat
  /** What stands in the table's last line, and how it comes about. */
  sumWord: 'Total' | 'Mean'
  sum: (amounts: number[]) => number
  /** The heading over the sums of a line, where it has one. */
  totalHeader?: string
  emptyHint: string
}
