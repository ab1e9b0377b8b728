import { type ImportKind, RECORD_ROWS_MAX } from '#contract/imports.ts'
import { newIdempotencyKey } from '../../ui/modal/idempotencyKey.ts'
import { dataRows, guessHeader } from '../sheet/guess/guessHeader.ts'
import { openSpreadsheet } from '../sheet/openSpreadsheet.ts'
import { type ChosenSheet, type Sheet, sheetMessages, SheetRefusal } from '../sheet/Spreadsheet.ts'
import type { DroppedSheet } from './droppedSheets.ts'
import { factsOf, recognise } from './recognise.ts'

/** What is said about a file whose sheets were not all added. */
export type FileNote = { file: string; text: string; isBad: boolean }

type ReadWorkbook = {
  sheets: DroppedSheet[]
  /** Earlier versions of them, which they replace. */
  replaced: DroppedSheet[]
  notes: FileNote[]
}

const DROPPED_BEFORE = 'The same file was dropped before. It counts once.'
const REPLACES = 'It replaces the version that was dropped before.'
const EXPLAINS = /^(read\W*me|notes?|instructions?|how to\b.*|help|about|cover)$/i

/** Reads the sheets of a file, beside those that were dropped `before`. */
export async function readWorkbook(
  file: File,
  before: readonly DroppedSheet[],
  wanted: ImportKind | undefined,
): Promise<ReadWorkbook> {
  try {
    const { sheets } = await openSpreadsheet(file, RECORD_ROWS_MAX)
    return sheetsOf(file.name, sheets, before, wanted)
  } catch (error) {
    const text = error instanceof SheetRefusal ? error.message : sheetMessages.damaged
    return { sheets: [], replaced: [], notes: [{ file: file.name, text, isBad: true }] }
  }
}

/** The sheets of a file that have rows below their headings, each with its kind. */
export function sheetsOf(
  file: string,
  all: readonly Sheet[],
  before: readonly DroppedSheet[],
  wanted?: ImportKind,
): ReadWorkbook {
  const at = Date.now()
  const found = all.flatMap((sheet, place): DroppedSheet[] => {
    const chosen: ChosenSheet = { ...sheet, file, header: guessHeader(sheet.rows) }
    if (sheet.refusal || dataRows(sheet, chosen.header).length === 0) return []
    const kind = recognise(chosen, wanted)
    if (!kind && EXPLAINS.test(sheet.name.trim())) return []
    return [{ ...chosen, id: newIdempotencyKey(), at, place, of: kind && { kind, ...factsOf(kind, chosen) } }]
  })
  const sheets = found.filter((sheet) => !before.some((other) => hasSameCells(sheet, other)))
  const replaced = before.filter((other) => sheets.some((sheet) => hasSameName(sheet, other)))
  const note = (text: string, isBad: boolean): FileNote => ({ file, text, isBad })
  const refused = all.flatMap(({ name, refusal }) =>
    refusal ? note(`Sheet “${name}”: ${refusal}`, true) : [],
  )
  const notes = [
    ...refused,
    ...(found.length + refused.length === 0 ? [note(sheetMessages.empty, true)] : []),
    ...(found.length > 0 && sheets.length === 0 ? [note(DROPPED_BEFORE, false)] : []),
    ...(replaced.length > 0 ? [note(REPLACES, false)] : []),
  ]
  return { sheets, replaced, notes }
}

/** The file may have been copied under another name. */
const hasSameCells = ({ rows }: DroppedSheet, { rows: others }: DroppedSheet) =>
  rows.length === others.length && JSON.stringify(rows) === JSON.stringify(others)

const hasSameName = (one: DroppedSheet, other: DroppedSheet) =>
  one.file === other.file && one.name === other.name

/** A sheet with another heading row or kind. */
export function placed(
  sheet: DroppedSheet,
  header: number,
  kind = sheet.of?.kind ?? recognise({ ...sheet, header }),
): DroppedSheet {
  const chosen = { ...sheet, header }
  return { ...chosen, of: kind && { kind, ...factsOf(kind, chosen) } }
}
