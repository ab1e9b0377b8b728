import { type Spreadsheet, SheetRefusal } from './Spreadsheet.ts'

/** Reads an XLSX or CSV file on a thread of its own. Throws a `SheetRefusal`; giving up stops the thread. */
export function openSpreadsheet(_file: File, _signal?: AbortSignal): Promise<Spreadsheet> {
  throw new SheetRefusal('Not built yet')
}
