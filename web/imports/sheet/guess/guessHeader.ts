import { fold } from '#contract/base/lists.ts'
import { headingKey, isSkippedHeading, isUsualHeading } from './headings.ts'
import { cellText, isEmptyRow, isFilled, ROWS_TRIED, type Sheet, type SheetCell } from '../Spreadsheet.ts'

/** A longer text is a title or a remark, not a heading. */
const HEADING_MAX = 60

/** The index of the heading row. Titles may precede it. */
export function guessHeader(rows: Sheet['rows']): number {
  const tried = rows.slice(0, ROWS_TRIED).map(filledTexts)
  const widest = Math.max(0, ...tried.map(({ length }) => length))
  const scores = tried.map((texts) => {
    // A year may be a heading.
    if (texts.length < Math.min(2, widest) || texts.filter(mayBeHeading).length <= texts.length / 2) return 0
    const keys = texts.map(headingKey)
    const usual = new Set(keys.filter((key) => isUsualHeading(key) || isSkippedHeading(key))).size
    return 4 * usual + (texts.length >= widest / 2 ? 2 : 0)
  })
  const best = Math.max(0, ...scores)
  return Math.max(0, best > 0 ? scores.indexOf(best) : tried.findIndex(({ length }) => length > 0))
}

const filledTexts = (cells: SheetCell[]) => cells.filter(isFilled).map(cellText)

export const mayBeHeading = (text: string) =>
  text.length <= HEADING_MAX && !/^([\d\s/.,-]+|TRUE|FALSE)$/.test(text)

/** The rows that may contain the headings, each labelled `Row 3: No, Ref, Pupil’s name, DOB`. */
export const headingRows = (rows: Sheet['rows']) =>
  rows.slice(0, ROWS_TRIED).flatMap((cells, index) => {
    const texts = filledTexts(cells).slice(0, 4)
    return texts.length > 0 ? { index, label: `Row ${index + 1}: ${texts.join(', ')}` } : []
  })

/** A row below the headings that is not empty. `number` is the sheet's row number, from 1. */
export type DataRow = { number: number; cells: SheetCell[] }

export const dataRows = (sheet: Sheet, header: number): DataRow[] =>
  rowsBelow(sheet, header).flatMap(({ row, why }) => (why ? [] : row))

export type LeftOutReason = 'a total' | 'headings again' | 'the heading of a group'

/** Rows below the headings that contain no record, each with the reason. */
export const leftOutRows = (sheet: Sheet, header: number) =>
  rowsBelow(sheet, header).flatMap(({ row, why }) => (why ? { row, why } : []))

function rowsBelow({ rows }: Sheet, header: number) {
  const headings = (rows[header] ?? []).map(folded)
  const counters = headings.flatMap((heading, at) => (isSkippedHeading(headingKey(heading)) ? at : []))
  const found: { row: DataRow; why: LeftOutReason | undefined }[] = []
  let below: SheetCell[] | undefined
  for (let index = rows.length - 1; index > header; index--) {
    const cells = rows[index] ?? []
    if (isEmptyRow(cells)) continue
    const isGroup = below && isGroupHeading(cells, below, counters)
    if (cells.filter(isFilled).length > 1) below = cells
    const why = isTotal(cells)
      ? 'a total'
      : repeats(headings, cells)
        ? 'headings again'
        : isGroup
          ? 'the heading of a group'
          : undefined
    found.push({ row: { number: index + 1, cells }, why })
  }
  return found.toReversed()
}

/** Rows below the heading of a group have at least so many cells. */
const GROUPED_MIN = 3

/**
 * Whether a row has one cell that heads the rows below it, such as `GROUP 2`. A row with a name alone may be a record with blanks:
 * a heading has a number or a colon, is in capitals above a name that is not, or lacks the number that the rows below have.
 */
function isGroupHeading(cells: SheetCell[], below: SheetCell[], counters: readonly number[]): boolean {
  const [at, ...others] = cells.flatMap((cell, index) => (isFilled(cell) ? index : []))
  if (at === undefined || others.length > 0 || below.filter(isFilled).length < GROUPED_MIN) return false
  const [text, own] = [cellText(cells[at]), cellText(below[at])]
  if (!/\p{L}/u.test(text) || text.includes('@')) return false
  return (
    /\d|:$/.test(text) ||
    !/\p{L}/u.test(own) ||
    (isInCapitals(text) && !isInCapitals(own)) ||
    counters.some((counter) => counter !== at && isFilled(below[counter]))
  )
}

const isInCapitals = (text: string) => text === text.toUpperCase()

const folded = (cell: SheetCell) => fold(cellText(cell))

/** Whether every cell repeats its heading, as at the top of each printed page. */
function repeats(headings: string[], cells: SheetCell[]): boolean {
  const enough = Math.min(2, headings.filter(Boolean).length)
  return (
    cells.filter(isFilled).length >= enough &&
    cells.every((cell, at) => !folded(cell) || folded(cell) === headings[at])
  )
}

const TOTAL = /^totals?\b/i
const NAMED_TOTAL = /^(grand|sub|overall)[ -]?totals?\b/i
const COUNTED =
  '(students|pupils|learners|children|boys|girls|schools|clusters|supporters|sponsors|donors|rows)'
const COUNT = new RegExp(
  `^((grand|sub|overall)[ -]?)?totals?\\W+(no\\.? |number )?(of )?${COUNTED}\\b|^${COUNTED}\\W+total`,
  'i',
)

/**
 * `TOTAL` is the first cell of the row; `Total pupils:` may follow a number. A child without parents is called a total
 * orphan, and a school may be called Total, but not `Sub total`.
 */
function isTotal(cells: SheetCell[]): boolean {
  const [first = '', second = ''] = filledTexts(cells)
  const isNamed = /\b(orphan|school|academy|centre|college|high|primary|secondary)\b/i.test(first)
  return (
    NAMED_TOTAL.test(first) ||
    (TOTAL.test(first) && !isNamed) ||
    COUNT.test(/^\d+$/.test(first) ? second : first)
  )
}
