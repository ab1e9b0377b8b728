import {
  cellText,
  type Sheet,
  type SheetCell,
  sheetLimits,
  sheetMessages,
  SheetRefusal,
} from '../Spreadsheet.ts'
import { EMPTY_ROW, LAST_ROW, ROWS_ABOVE } from './sheetRows.ts'

const SEPARATORS = [',', ';', '\t', '|'] as const
/** The number of rows from which the separator is guessed. */
const ROWS_TRIED = 50

/** The rows of a CSV file, whichever program wrote it. All cells are texts. */
export function readCsv(bytes: Uint8Array, rowsMax: number): Pick<Sheet, 'rows' | 'refusal'> {
  let text = decode(bytes)
  // Excel writes and reads `sep=;` as the first line.
  const [firstLine, separator = guessSeparator(text)] = /^sep=(.)\r?\n/.exec(text) ?? []
  if (firstLine) text = text.slice(firstLine.length)
  const rows: SheetCell[][] = []
  let filled = 0
  for (const texts of csvRows(text, separator)) {
    const cells = texts.map((cell): SheetCell => (cell === '' ? null : cell))
    while (cells.length > 0 && cellText(cells.at(-1)) === '') cells.pop()
    if (cells.length > sheetLimits.columns) return { rows, refusal: sheetMessages.tooManyColumns }
    if (cells.length > 0) filled += 1
    if (filled > rowsMax + ROWS_ABOVE || rows.length === LAST_ROW)
      return { rows, refusal: sheetMessages.tooManyRows(rowsMax) }
    rows.push(cells.length > 0 ? cells : EMPTY_ROW)
  }
  return { rows }
}

/** Decodes UTF-8, or UTF-16 with a byte order mark; otherwise Windows-1252, which Excel writes in Kenya. */
function decode(bytes: Uint8Array): string {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  // A text file contains no null bytes.
  if (bytes.includes(0)) throw new SheetRefusal(sheetMessages.noSpreadsheet)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/**
 * Prefers a separator that leaves no quotation mark inside a cell; among those, the one that splits most rows into the
 * same number of cells.
 */
function guessSeparator(text: string): string {
  const scores = SEPARATORS.map((separator) => {
    const sizes = new Map<number, number>()
    let tried = 0
    let hasLooseMark = false
    try {
      for (const cells of csvRows(text, separator, () => (hasLooseMark = true))) {
        if (cells.length > 1) sizes.set(cells.length, (sizes.get(cells.length) ?? 0) + 1)
        tried += 1
        if (tried === ROWS_TRIED) break
      }
    } catch {
      // The quotation mark is in the middle of a cell, so another separator is more likely.
      hasLooseMark = true
    }
    // For an equal number of rows, more cells win.
    const score = Math.max(0, ...[...sizes].map(([size, rows]) => rows + size / 1_000_000))
    // The lines of a quoted text may contain another separator more often than there are rows.
    return score > 0 && !hasLooseMark ? score + ROWS_TRIED : score
  })
  return SEPARATORS[scores.indexOf(Math.max(...scores))] ?? ','
}

/**
 * Parses rows by RFC 4180. Accepts any line ending, and a quotation mark inside an unquoted cell. Quoted texts are searched
 * without a pattern, which would overflow its stack at millions of quotation marks.
 */
function* csvRows(text: string, separator: string, onLooseMark?: () => void): Generator<string[]> {
  const sign = `\\u${separator.charCodeAt(0).toString(16).padStart(4, '0')}`
  const unquoted = new RegExp(`([^${sign}\\r\\n]*)(${sign}|\\r\\n?|\\n|$)`, 'y')
  let cells: string[] = []
  let end: string | undefined
  for (let row = 1; end !== '';) {
    const start = unquoted.lastIndex
    const isQuoted = text[start] === '"'
    const close = isQuoted ? closingMark(text, start + 1) : start
    if (close < 0) throw new SheetRefusal(sheetMessages.openQuote(row))
    if (isQuoted) unquoted.lastIndex = close + 1
    const [, rest = '', found = ''] = unquoted.exec(text) ?? []
    end = found
    if (close - start + rest.length > sheetLimits.cell) throw new SheetRefusal(sheetMessages.longCell(row))
    if (isQuoted ? rest !== '' : rest.includes('"')) onLooseMark?.()
    cells.push(text.slice(start + 1, close).replaceAll('""', '"') + rest)
    if (end === separator) continue
    yield cells
    cells = []
    row += 1
  }
}

/** The index of the quotation mark that ends a quoted text; inside it they are doubled. -1 if there is none. */
function closingMark(text: string, from: number): number {
  let at = text.indexOf('"', from)
  while (at >= 0 && text[at + 1] === '"') at = text.indexOf('"', at + 2)
  return at
}
