import type { ImportKind, Remembered } from '#contract/imports.ts'
import { newIdempotencyKey } from '../ui/modal/idempotencyKey.ts'
import type { Answers, Corrections } from './sheet/Answers.ts'
import { type ColumnChoice, guessColumns } from './sheet/guess/guessColumns.ts'
import { headingKey, isPart } from './sheet/guess/headings.ts'
import { rememberedHeadings } from './sheet/remember.ts'
import { cellText, type ChosenSheet, type SheetCell } from './sheet/Spreadsheet.ts'

/** An unfinished import: sheets with the same headings, and the answers about them. */
export type ImportJob = {
  /** Identifies the chosen sheets, because another tab may store its own sheets or answers. */
  id: string
  /** The sheets that are imported together and answered once. */
  sheets: ChosenSheet[]
  /** The ids that they have under Moving in, where they wait until they are imported. */
  dropped: string[]
  /** When it was last changed. */
  at: number
  columns: ColumnChoice[]
  answers: Answers
  corrections: Corrections
  /** The fields chosen for headings of the sheets that were shown before these. */
  headings: Remembered['headings']
}

const keysOf = ({ rows, header }: ChosenSheet): string[] => {
  const keys = (rows[header] ?? []).map((cell) => headingKey(cellText(cell)))
  return keys.slice(0, keys.findLastIndex(Boolean) + 1)
}

/** Whether each column is known by its heading alone. A heading such as `Grade` belongs to the column before it. */
const areDistinct = (keys: string[]) =>
  new Set(keys).size === keys.length && keys.every((key) => key !== '' && !isPart(key))

/** The headings of a sheet, equal for sheets that can be imported together: the same headings, perhaps in another order. */
export function headingsOf(sheet: ChosenSheet): string {
  const keys = keysOf(sheet)
  return (areDistinct(keys) ? keys.toSorted() : keys).join('\t')
}

/** Sheets with the same headings, with the columns of each in the order of the first. */
export function inOneOrder<Of extends ChosenSheet>([first, ...others]: readonly Of[]): Of[] {
  if (!first) return []
  const keys = keysOf(first)
  return [
    first,
    ...others.map((sheet) => {
      const own = keysOf(sheet)
      const places = keys.map((key) => own.indexOf(key))
      const isMoved = areDistinct(own) && places.some((place, index) => place !== index)
      // Cells beyond the headings stay where they are.
      const move = (cells: SheetCell[]) => [
        ...places.map((place) => cells[place] ?? null),
        ...cells.slice(own.length),
      ]
      return isMoved
        ? { ...sheet, rows: sheet.rows.map((cells, at) => (at < sheet.header ? cells : move(cells))) }
        : sheet
    }),
  ]
}

/**
 * The job for chosen sheets. Answers and corrections of the job before stay, because they are about texts and rows: people correct their sheet
 * and choose it again.
 */
export function jobOf(
  kind: ImportKind,
  chosen: ChosenSheet[],
  dropped: string[],
  remembered: Remembered | undefined,
  before?: ImportJob,
): ImportJob {
  const headings = { ...before?.headings, ...(before && rememberedHeadings(before.columns)) }
  const { answers = {}, corrections = {} } = before ?? {}
  const sheets = inOneOrder(chosen)
  return {
    id: newIdempotencyKey(),
    sheets,
    dropped,
    at: Date.now(),
    columns: guessColumns(kind, sheets, { ...remembered?.headings, ...headings }),
    answers,
    corrections,
    headings,
  }
}
