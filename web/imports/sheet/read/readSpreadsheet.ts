import { unguarded } from '#contract/base/csv.ts'
import {
  isEmptyRow,
  type Sheet,
  type SheetCell,
  sheetLimits,
  sheetMessages,
  SheetRefusal,
  type Spreadsheet,
  withoutEnding,
} from '../Spreadsheet.ts'
import { readCsv } from './readCsv.ts'
import { readXlsx } from './readXlsx.ts'
import { isZip } from './zipParts.ts'

/** Detects the file type from the bytes, not from the name. */
export function readSpreadsheet(
  bytes: Uint8Array,
  name: string,
  rowsMax: number = sheetLimits.rows,
): Spreadsheet {
  if (bytes.length > sheetLimits.bytes) throw new SheetRefusal(sheetMessages.tooLarge)
  const sheets = sheetsIn(bytes, name, rowsMax).map(completed)
  const filled = sheets.filter(({ rows, refusal }) => rows.length > 0 || refusal)
  if (filled.length === 0) throw new SheetRefusal(sheetMessages.empty)
  return { sheets: filled }
}

function sheetsIn(bytes: Uint8Array, name: string, rowsMax: number): Sheet[] {
  const foreign = foreignKind(bytes)
  if (foreign) throw new SheetRefusal(foreign)
  if (!isZip(bytes)) return [{ name: withoutEnding(name), ...readCsv(bytes, rowsMax) }]
  try {
    return readXlsx(bytes, rowsMax)
  } catch (error) {
    throw error instanceof SheetRefusal ? error : new SheetRefusal(sheetMessages.damaged, { cause: error })
  }
}

/** The message for a file type that cannot be read; it says what to do. */
function foreignKind(bytes: Uint8Array): string | undefined {
  const start = String.fromCharCode(...bytes.subarray(0, 512))
  if (start.startsWith('%PDF')) return sheetMessages.pdf
  if (start.startsWith('\xd0\xcf\x11\xe0'))
    // Old Office containers name their parts in UTF-16.
    return new TextDecoder('utf-16le')
      .decode(bytes.subarray(0, bytes.length & ~1))
      .includes('EncryptedPackage')
      ? sheetMessages.encrypted
      : sheetMessages.oldExcel
  return /^(\xef\xbb\xbf)?\s*<(!doctype|html|table|\?xml)/i.test(start) ? sheetMessages.webPage : undefined
}

/** Removes empty rows at the end, formula errors, and the apostrophes that Elimu's own downloads add. */
function completed(sheet: Sheet): Sheet {
  const rows = sheet.rows.map((cells) => (cells.length > 0 ? cells.map(cleaned) : cells))
  while (rows.length > 0 && isEmptyRow(rows.at(-1) ?? [])) rows.pop()
  return { ...sheet, rows }
}

/** The values of failed formulas. */
const ERROR = /^#(N\/A|REF!|VALUE!|NAME\?|DIV\/0!|NUM!|NULL!)$/

const cleaned = (cell: SheetCell) =>
  typeof cell !== 'string' ? cell : ERROR.test(cell) ? null : unguarded(cell)
