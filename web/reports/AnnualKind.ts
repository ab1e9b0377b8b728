import type { CellFormat } from '#contract/base/csv.ts'
import type { AnnualSums as SumsOfAll } from '#contract/records/records.ts'
import type { ListSource } from '../ui/list/rows/ListSource.ts'

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
  costs?: (number | null)[]
  total_year_cost?: number
  marks?: (number | null)[]
  levels?: (string | null)[] | undefined
}

/** The sums of all rows, if the server pages them. */
export type AnnualBeside = { sums?: SumsOfAll | undefined }

/** Whether some terms have words in place of amounts. */
export const hasWords = (rows: AnnualRow[]) =>
  rows.some(({ schools }) => schools.some(({ levels = [] }) => levels.some((level) => level !== null)))

/** What differs between the annual reports of marks and of costs. */
export type AnnualKind = {
  title: string
  subtitle: string
  /** The same where some terms have words. */
  subtitleWithWords?: string
  /** The start of its file names, before year and day. */
  fileName: string
  call: ListSource<AnnualRow, AnnualBeside>['call']
  /** Formats an amount for the screen. */
  show: (amount: number) => string
  /** Its number format in a spreadsheet. */
  format: CellFormat
  /** The word in the table's last row, and how its amounts are computed. */
  sumWord: 'Total' | 'Mean'
  sum: (amounts: number[]) => number
  /** The same from what the server has added up. */
  sumOf: (amounts: { count: number; sum: number }) => number
  /** The heading over the sums of a line, where it has one. */
  totalHeader?: string
  emptyHint: string
}
