import {
  cellText,
  type Sheet,
  type SheetCell,
  sheetLimits,
  sheetMessages,
  SheetRefusal,
} from '../Spreadsheet.ts'
import { EMPTY_ROW, LAST_ROW, ROWS_READ } from './sheetRows.ts'

const SEPARATORS = [',', ';', '\t', '|'] as const
/** As many rows tell which of them it is. */
const ROWS_TRIED = 50

/** The rows of a CSV file, whichever program wrote it. All cells are texts. */
export function readCsv(bytes: Uint8Array): Pick<Sheet, 'rows' | 'refusal'> {
  let text = decode(bytes)
  // Excel writes and reads such a first line.
  const [told, separator = guessSeparator(text)] = /^sep=(.)\r?\n/.exec(text) ?? []
  if (told) text = text.slice(told.length)
  const rows: SheetCell[][] = []
  let filled = 0
  for (const texts of csvRows(text, separator)) {
    const cells = texts.map((cell): SheetCell => (cell === '' ? null : cell))
    while (cells.length > 0 && cellText(cells.at(-1)) === '') cells.pop()
    if (cells.length > sheetLimits.columns) return { rows, refusal: sheetMessages.tooManyColumns }
    if (cells.length > 0) filled += 1
    if (filled > ROWS_READ || rows.length === LAST_ROW) return { rows, refusal: sheetMessages.tooManyRows }
    rows.push(cells.length > 0 ? cells : EMPTY_ROW)
  }
  return { rows }
}

/** UTF-8 if it can be read as that, or UTF-16 by its mark; else what Windows writes in Western Europe and Africa. */
function decode(bytes: Uint8Array): string {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  // Only what is no text has such bytes.
  if (bytes.includes(0)) throw new SheetRefusal(sheetMessages.noSpreadsheet)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/**
 * The sign that leaves no quotation mark within a text, if one does; among those, the one that divides most rows into
 * equally many cells.
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
      // A quotation mark in the middle of a cell that another sign would end.
      hasLooseMark = true
    }
    // Of two that divide as many rows, it is the one that divides them into more.
    const score = Math.max(0, ...[...sizes].map(([size, rows]) => rows + size / 1_000_000))
    // The lines of a quoted text may hold another sign more often than there are rows.
    return score > 0 && !hasLooseMark ? score + ROWS_TRIED : score
  })
  return SEPARATORS[scores.indexOf(Math.max(...scores))] ?? ','
}

/** The rows of texts, by RFC 4180. A line may end in any way, and a quotation mark within a text is itself. */
function* csvRows(text: string, separator: string, onLooseMark?: () => void): Generator<string[]> {
  let cells: string[] = []
  let row = 1
  let at = 0
  while (at < text.length) {
    let cell = ''
    const isQuoted = text[at] === '"'
    if (isQuoted) {
      at += 1
      for (;;) {
        const end = text.indexOf('"', at)
        if (end === -1) throw new SheetRefusal(sheetMessages.openQuote(row))
        cell += text.slice(at, end)
        at = end + 1
        if (text[at] !== '"') break
        cell += '"'
        at += 1
      }
    }
    const start = at
    while (at < text.length && text[at] !== separator && text[at] !== '\n' && text[at] !== '\r') at += 1
    const rest = text.slice(start, at)
    if (isQuoted ? rest !== '' : rest.includes('"')) onLooseMark?.()
    cells.push(cell + rest)
    if (text[at] === separator) {
      at += 1
      // A row that ends in a separator ends in an empty cell.
      if (at < text.length) continue
      cells.push('')
    }
    yield cells
    cells = []
    row += 1
    at += text.startsWith('\r\n', at) ? 2 : 1
  }
}
