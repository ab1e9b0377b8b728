import {
  cellText,
  type MergedCells,
  ROWS_TRIED,
  type Sheet,
  type SheetCell,
  sheetLimits,
  sheetMessages,
  SheetRefusal,
} from '../Spreadsheet.ts'
import { type CellFormat, formatted } from './cellFormats.ts'
import type { XmlTag } from './xmlTags.ts'

/** The data that all sheets of a workbook share. */
export type Workbook = {
  strings: string[]
  formats: CellFormat[]
  isFrom1904: boolean
  rowsMax: number
  /** Counts memory for cell texts and empty rows: a few bytes of a file may repeat either a million times. */
  count: (size: number) => void
}

/** Rows that are read beyond those that may be imported, because titles and headings precede them. */
export const ROWS_ABOVE = 100

export const LAST_ROW = 1_048_576
/** Shared by all empty rows, to save memory. */
export const EMPTY_ROW: SheetCell[] = []
const PLACE_BYTES = 8

export function sheetRows(
  tags: Iterable<XmlTag>,
  workbook: Workbook,
): Pick<Sheet, 'rows' | 'merged' | 'refusal'> {
  const rows: SheetCell[][] = []
  const merged: string[] = []
  let filled = 0
  let row = 0
  let column = 0
  let cell: XmlTag | undefined
  let value = ''

  for (const tag of tags) {
    if (tag.name === 'row' && !tag.isEnd) {
      row = Number(tag.attribute('r') ?? row + 1)
      if (!(row >= 1 && row <= LAST_ROW)) throw new SheetRefusal(sheetMessages.damaged)
      column = 0
    } else if (tag.name === 'c' && !tag.isEnd) {
      column = columnOf(tag.attribute('r')) || column + 1
      cell = tag
      value = ''
    } else if ((tag.name === 'v' || tag.name === 't') && tag.isEnd) value += tag.textBefore
    else if (tag.name === 'mergeCell' && !tag.isEnd) merged.push(tag.attribute('ref') ?? '')
    else if (tag.name === 'c' && cell) {
      const read = cellOf(cell, value, workbook)
      cell = undefined
      workbook.count(roomOf(read))
      if (cellText(read) === '') continue
      if (column > sheetLimits.columns) return { rows, refusal: sheetMessages.tooManyColumns }
      workbook.count(PLACE_BYTES * Math.max(0, row - rows.length))
      while (rows.length < row) rows.push(EMPTY_ROW)
      if (rows[row - 1] === EMPTY_ROW) {
        filled += 1
        if (filled > workbook.rowsMax + ROWS_ABOVE)
          return { rows, refusal: sheetMessages.tooManyRows(workbook.rowsMax) }
        rows[row - 1] = []
      }
      const cells = rows[row - 1] ?? []
      while (cells.length < column) cells.push(null)
      cells[column - 1] = read
    }
  }
  fillMerged(rows, merged, workbook)
  return { rows, ...mergedAcross(merged) }
}

const placeOf = (reference: string) => ({
  row: Number(/^[A-Z]{1,3}(\d{1,7})$/.exec(reference)?.[1] ?? 0),
  column: columnOf(reference),
})

/** The merged cells among the first rows that may be groups of headings. */
function mergedAcross(merged: readonly string[]): Pick<Sheet, 'merged'> {
  const across = merged.flatMap((area): MergedCells[] => {
    const [from, to] = area.split(':').map(placeOf)
    const isAcross = from && to && from.row > 0 && from.row <= ROWS_TRIED && to.column > from.column
    return isAcross ? [{ row: from.row - 1, from: from.column - 1, to: to.column - 1 }] : []
  })
  return across.length > 0 ? { merged: across } : {}
}

function cellOf(tag: XmlTag, value: string, { strings, formats, isFrom1904 }: Workbook): SheetCell {
  const type = tag.attribute('t') ?? 'n'
  if (value === '') return null
  if (type === 's') {
    const text = strings[Number(value)]
    if (text === undefined) throw new SheetRefusal(sheetMessages.damaged)
    return text
  }
  if (type === 'b') return value === '1'
  if (type === 'd') return /^\d{4}-\d\d-\d\d/.test(value) ? { date: value.slice(0, 10) } : value
  const number = Number(value)
  if (type !== 'n' || Number.isNaN(number)) return plainText(value)
  return formatted(number, formats[Number(tag.attribute('s'))], isFrom1904)
}

/** Decodes characters that XML cannot contain, which are written as `_x000D_`. */
export const plainText = (text: string) =>
  text.replace(/_x([\da-f]{4})_/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))

/** The length of a text with the spaces around it, which also take memory. */
const roomOf = (cell: SheetCell | undefined) => (typeof cell === 'string' ? cell.length : 0)

/** `C7` is in the third column; 0 without a reference. */
function columnOf(reference = ''): number {
  const letters = Array.from(/^[A-Z]{1,3}/.exec(reference)?.[0] ?? '')
  return letters.reduce((all, letter) => 26 * all + letter.charCodeAt(0) - 64, 0)
}

/** Copies a vertically merged cell into each of its rows that is not empty, such as one school beside its students. */
function fillMerged(rows: SheetCell[][], merged: string[], { count }: Workbook): void {
  for (const area of merged) {
    const [from, to] = area.split(':').map(placeOf)
    const first = from && rows[from.row - 1]?.[from.column - 1]
    const length = roomOf(first)
    count(length)
    if (!from || !to || cellText(first) === '') continue
    for (let row = from.row; row < Math.min(to.row, rows.length); row += 1) {
      // In a hostile file, merged areas may overlap.
      count(length + sheetLimits.columns)
      const cells = rows[row] ?? []
      if (cells.length === 0) continue
      while (cells.length < from.column) cells.push(null)
      cells[from.column - 1] = first ?? null
    }
  }
}
