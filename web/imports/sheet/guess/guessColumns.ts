import { subjectInHeading } from '#contract/downloads.ts'
import { type ImportKind, isRecordImport, type RecordImport, type Remembered } from '#contract/imports.ts'
import type { EntryExamName } from '#contract/students/entryExams.ts'
import { columnName } from '#contract/base/columnName.ts'
import { formatDay } from '../../../ui/formatDate.ts'
import { choiceOf } from '../choiceOf.ts'
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
import { rowsOf } from '../rowsOf.ts'
import { cellText, type ChosenSheet, isFilled, type SheetCell } from '../Spreadsheet.ts'
import { mayHaveSeveral, type Target, targetsOf } from '../targets.ts'

/** A column that has cells, and its field; without a field it is not imported. */
export type ColumnChoice = {
  /** Its index in the sheet, from 0. */
  index: number
  /** `A` */
  letter: string
  heading: string
  /** The values of the first three rows. */
  samples: string[]
  /** The number of its cells that are filled. */
  filled: number
  field: string | null
  /**
   * `understood`: from its heading. `skipped`: from its heading, such as a number of the row. `chosen` and `left out`: by the user.
   * `open`: the user has to choose; its contents may suggest a field, the `guess`.
   */
  state: 'understood' | 'skipped' | 'chosen' | 'left out' | 'open'
  guess: string | null
}

/** The sheets with the same headings, which are imported together, and their columns. */
export type ChosenSheets = { sheets: readonly ChosenSheet[]; columns: readonly ColumnChoice[] }

const SAMPLES = 3
/** The number of rows from which a column's field is guessed. */
const ROWS_TRIED = 200
/** Longer texts are skipped: they match no field, and matching them is slow. */
const TRIED_MAX = 300

/** The columns with a heading or cells, each understood or guessed from them. Each field is guessed once. */
export function guessColumns(
  kind: ImportKind,
  sheets: readonly ChosenSheet[],
  remembered?: Remembered['headings'],
): ColumnChoice[] {
  const headings = sheets[0]?.rows[sheets[0].header] ?? []
  const rows = rowsOf(sheets).map(({ cells }) => cells)
  const width = rows.reduce((most, cells) => Math.max(most, cells.length), headings.length)
  const filled = Array.from({ length: width }, () => 0)
  for (const cells of rows)
    for (const [index, cell] of cells.entries()) if (isFilled(cell)) filled[index] = (filled[index] ?? 0) + 1
  const places = Array.from(filled.keys())
  const used = places.filter((index) => filled[index] || isFilled(headings[index]))
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
  const found = new Map<number, (typeof fits)[number]>()
  const isTaken = (field: string) => [...found.values()].some((each) => each.field === field)
  for (const fit of fits.toSorted((a, b) => b.fit - a.fit))
    if (fit.fit > 0 && !found.has(fit.index) && (mayHaveSeveral(fit.field) || !isTaken(fit.field)))
      found.set(fit.index, fit)

  const choices = used.map((index): ColumnChoice => {
    const heading = cellText(headings[index])
    const { field: fitting = null, fit = 0 } = found.get(index) ?? {}
    const isOut = rememberedField(heading, remembered) === null || isSkippedHeading(headingKey(heading))
    // A mark identifies its column; other contents are only a guess.
    const isCertain = fit > BY_CONTENTS || fitting === 'subject_result'
    return {
      index,
      letter: columnName(index),
      heading,
      samples: rows.slice(0, SAMPLES).map((cells) => shownCell(cells[index])),
      filled: filled[index] ?? 0,
      field: isCertain ? fitting : null,
      state: fitting && isCertain ? 'understood' : isOut ? 'skipped' : 'open',
      guess: isCertain ? null : fitting,
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
    return isMean ? { ...choice, field: 'grade' } : { ...choice, field: null, state: 'open' }
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
  if (fit > 0 && (isMostly(target.refuses) || (target.isNoCount && isCount(cells)))) return 0
  if (fit === 0 && isMostly(target.alone)) return BY_CONTENTS
  if (cells.length === 0 || !test) return sure
  const fitting = share(test)
  // A file of rows that were left out contains the cells with errors, so that few may match.
  if (fit > 0) return fitting > (fit > 1 ? 0 : 0.5) ? sure : 0
  return fitting > 0.5 && target.contents ? BY_CONTENTS : 0
}

/** Fewer numbers may follow each other by chance. */
const COUNTED_MIN = 4

/** Whether cells count the rows from 1, perhaps again in each part of the sheet. */
const isCount = (cells: SheetCell[]) =>
  cells.length >= COUNTED_MIN &&
  cells.every((cell, at) => {
    const number = Number(cellText(cell))
    return number === 1 || (at > 0 && number === Number(cellText(cells[at - 1])) + 1)
  })

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
export const chooseColumn = (
  choices: readonly ColumnChoice[],
  index: number,
  field: string | null,
): ColumnChoice[] =>
  choices.map((choice) => {
    if (choice.index === index)
      return { ...choice, field, guess: choice.field ?? choice.guess, state: field ? 'chosen' : 'left out' }
    const isTaken = field !== null && choice.field === field && !mayHaveSeveral(field)
    return isTaken ? { ...choice, field: null, state: 'open' } : choice
  })

/** Asks again where a column goes, with its former field as the guess. */
export const reopenColumn = (choices: readonly ColumnChoice[], index: number): ColumnChoice[] =>
  choices.map((choice) =>
    choice.index === index
      ? { ...choice, field: null, guess: choice.field ?? choice.guess, state: 'open' }
      : choice,
  )

/** The exam of students with an assessment number and no KCPE score, if the sheet has a column of such numbers. */
export function examByNumber(columns: readonly ColumnChoice[]): EntryExamName | undefined {
  const heading = columns.find(({ field }) => field === 'assessment_no')?.heading
  return heading === undefined ? undefined : /kplea/i.test(heading) ? 'KPLEA' : 'KJSEA'
}
