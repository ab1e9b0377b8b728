import { subjectInHeading } from '#contract/downloads.ts'
import { type ImportKind, isRecordImport, type RecordImport, type Remembered } from '#contract/imports.ts'
import { columnName } from '../../../ui/export/columnName.ts'
import { formatDay } from '../../../ui/formatDate.ts'
import { choiceOf } from '../choiceOf.ts'
import { dataRows } from './guessHeader.ts'
import {
  headingFit,
  headingKey,
  isSkippedHeading,
  partColumns,
  rememberedField,
  wholeKey,
} from './headings.ts'
import { readCell } from '../readCell.ts'
import { readsAsDay } from '../readDay.ts'
import { cellText, isFilled, type Sheet, type SheetCell } from '../Spreadsheet.ts'
import { mayHaveSeveral, type Target, targetsOf } from '../targets.ts'

/** A column of the sheet, and its field. `choose`: no guess; it is left out unless the user chooses a field. */
export type ColumnChoice = {
  /** Its index in the sheet, from 0. */
  index: number
  /** `A` */
  letter: string
  heading: string
  /** The values of the first three rows. */
  samples: string[]
  field: string | null
  state: 'guessed' | 'chosen' | 'choose' | 'left out'
}

export type ChosenSheet = { sheet: Sheet; header: number; columns: ColumnChoice[] }

const SAMPLES = 3
/** The number of rows from which a column's field is guessed. */
const ROWS_TRIED = 200
/** Longer texts are skipped: they match no field, and matching them is slow. */
const TRIED_MAX = 300

/** The columns that are not empty, each with a guess from its heading and contents. Each field is guessed once. */
export function guessColumns(
  kind: ImportKind,
  sheet: Sheet,
  header: number,
  remembered?: Remembered['headings'],
): ColumnChoice[] {
  const headings = sheet.rows[header] ?? []
  const rows = dataRows(sheet, header).map(({ cells }) => cells)
  const all = [headings, ...rows]
  const width = all.reduce((most, cells) => Math.max(most, cells.length), 0)
  const places = Array.from({ length: width }, (_, index) => index)
  const used = places.filter((index) => all.some((cells) => isFilled(cells[index])))
  const targets = targetsLike(kind, headings)
  const fits = used.flatMap((index) => {
    const heading = cellText(headings[index])
    const before = rememberedField(heading, remembered)
    const named = before === undefined && subjectInHeading(heading) ? 'subject_result' : before
    const cells = rows.slice(0, ROWS_TRIED).map((row) => row[index] ?? null)
    return targets.map((target) => ({
      index,
      field: target.field,
      fit:
        named === undefined
          ? fitOf(heading, cells.filter(isFilled), target)
          : 5 * Number(named === target.field),
    }))
  })
  const guesses = new Map<number, string>()
  for (const { index, field, fit } of fits.toSorted((a, b) => b.fit - a.fit))
    if (fit > 0 && !guesses.has(index) && (mayHaveSeveral(field) || ![...guesses.values()].includes(field)))
      guesses.set(index, field)

  const choices = used.map((index): ColumnChoice => {
    const heading = cellText(headings[index])
    const field = guesses.get(index) ?? null
    const isOut = rememberedField(heading, remembered) === null || isSkippedHeading(headingKey(heading))
    return {
      index,
      letter: columnName(index),
      heading,
      samples: rows.slice(0, SAMPLES).map((cells) => shownCell(cells[index])),
      field,
      state: field ? 'guessed' : isOut ? 'left out' : 'choose',
    }
  })
  return isRecordImport(kind) ? withoutStray(kind, choices) : choices
}

/** A sheet whose rows name subjects or categories has no columns for them. */
function targetsLike(kind: ImportKind, headings: readonly SheetCell[]): Target[] {
  const targets = targetsOf(kind)
  const keys = headings.map((cell) => headingKey(cellText(cell)))
  const names = targets.filter(({ layout, cellKind }) => layout === 'rows' && cellKind === 'names')
  const isByRow = names.some((target) => keys.some((key) => headingFit(key, target) > 1))
  return targets.filter(({ layout }) => !layout || (layout === 'rows') === isByRow)
}

/** Guesses again the columns of grades that follow no subject: one after the mean score has the mean grades. */
function withoutStray(kind: RecordImport, columns: ColumnChoice[]): ColumnChoice[] {
  const stray = new Set(partColumns(kind, columns).flatMap(({ index, name }) => (name === '' ? index : [])))
  const hasGrade = columns.some(({ field }) => field === 'grade')
  return columns.map((choice, position) => {
    if (!stray.has(choice.index)) return choice
    const isMean = !hasGrade && columns[position - 1]?.field === 'mark'
    return isMean ? { ...choice, field: 'grade' } : { ...choice, field: null, state: 'choose' }
  })
}

/** A cell as the page shows it: a day is `3 Apr 2010`. */
export const shownCell = (cell: SheetCell | undefined) =>
  typeof cell === 'object' && cell !== null ? formatDay(cell.date) : cellText(cell)

const BY_CONTENTS = 0.5

/** How well a column fits a field; 0 if not. Contents alone count least. */
function fitOf(heading: string, cells: SheetCell[], target: Target): number {
  const key = headingKey(heading)
  const fit = headingFit(key, target)
  // `Position` is a rank among results, and the role of staff.
  if (fit < 2 && isSkippedHeading(key)) return 0
  const test = testOf(target)
  // `Name (old)` counts less than any heading without brackets, and more than contents alone.
  const sure = fit > 0 && wholeKey(heading) !== key ? BY_CONTENTS + fit / 10 : fit
  const share = (fits: (cell: SheetCell) => boolean) =>
    cells.filter((cell) => cellText(cell).length <= TRIED_MAX && fits(cell)).length / cells.length
  const isMostly = (pattern: RegExp | undefined) =>
    pattern && cells.length > 0 && share((cell) => pattern.test(readCell(target, cell))) > 0.5
  if (fit > 0 && isMostly(target.refuses)) return 0
  if (fit === 0 && isMostly(target.alone)) return BY_CONTENTS
  if (cells.length === 0 || !test) return sure
  const fitting = share(test)
  // A file of rows that were left out contains the cells with errors, so that few may match.
  if (fit > 0) return fitting > (fit > 1 ? 0 : 0.5) ? sure : 0
  return fitting > 0.5 && target.contents ? BY_CONTENTS : 0
}

function testOf(target: Target): ((cell: SheetCell) => boolean) | undefined {
  const { cellKind, contents } = target
  if (contents === 'choices') return (cell) => choiceOf(target, cellText(cell)) !== undefined
  if (cellKind === 'date') return (cell) => typeof cell === 'number' || readsAsDay(cell)
  const pattern = contents ?? (cellKind === 'number' ? /^\d*$/ : undefined)
  return pattern && ((cell) => pattern.test(readCell(target, cell)))
}

/** The columns with a field, or those with a kind of field, in the order of the form. */
export const columnsOf = (
  kind: ImportKind,
  choices: readonly ColumnChoice[],
  cellKind?: Target['cellKind'],
) =>
  targetsOf(kind).flatMap((target) =>
    choices
      .filter(({ field }) => field === target.field && (!cellKind || cellKind === target.cellKind))
      .map(({ heading, index }) => ({ target, heading, index })),
  )

/** Assigns a column to a field, or leaves it out. Another column with that field then needs a choice. */
export const chooseColumn = (choices: ColumnChoice[], index: number, field: string | null): ColumnChoice[] =>
  choices.map((choice) => {
    if (choice.index === index) return { ...choice, field, state: field ? 'chosen' : 'left out' }
    const isTaken = field !== null && choice.field === field && !mayHaveSeveral(field)
    return isTaken ? { ...choice, field: null, state: 'choose' } : choice
  })
