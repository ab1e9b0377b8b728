import type { ImportKind } from '#contract/imports.ts'
import type { FileKind } from '../../ui/export/saveDownload.ts'
import type { Sheet } from './Spreadsheet.ts'

/** Why a row does not come in, by its number in the sheet. A row may have several. */
export type Reason = { number: number; reason: string }

/** Saves those rows as a workbook like the sheet, with the reasons in a last column. `file` is the name of the sheet's file. */
export async function saveLeftOut(
  _sheet: Sheet,
  _header: number,
  _reasons: Reason[],
  _file: string,
): Promise<void> {}

/** Saves an empty register: the headings as the form says them, and one example row. */
export async function saveTemplate(_kind: ImportKind, _as: FileKind): Promise<void> {}
