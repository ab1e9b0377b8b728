import { dataRows, guessHeader } from './guess/guessHeader.ts'
import { joinHeadings } from './guess/joinHeadings.ts'
import type { SheetAnswer, SheetAsked } from './read/sheetWorker.ts'
import { type Sheet, sheetLimits, sheetMessages, SheetRefusal, type Spreadsheet } from './Spreadsheet.ts'

/** Reads an XLSX or CSV file in a worker. Throws a `SheetRefusal`. */
export async function openSpreadsheet(file: File, rowsMax: number): Promise<Spreadsheet> {
  if (file.size > sheetLimits.bytes) throw new SheetRefusal(sheetMessages.tooLarge)
  const worker = new Worker(new URL('./read/sheetWorker.ts', import.meta.url), { type: 'module' })
  try {
    const answer = await new Promise<SheetAnswer>((resolve, reject) => {
      worker.addEventListener('message', ({ data }: MessageEvent<SheetAnswer>) => resolve(data))
      for (const failure of ['error', 'messageerror'])
        worker.addEventListener(failure, () => reject(new SheetRefusal(sheetMessages.notStarted)))
      worker.postMessage({ file, rowsMax } satisfies SheetAsked, [])
    })
    if ('refusal' in answer) throw new SheetRefusal(answer.refusal)
    return refuseLong({ sheets: answer.sheets.map(joinHeadings) }, rowsMax)
  } finally {
    worker.terminate()
  }
}

/** Marks sheets with too many rows below their headings, and refuses the file if it has no other sheet. */
export function refuseLong({ sheets }: Spreadsheet, rowsMax: number = sheetLimits.rows): Spreadsheet {
  const isLong = (sheet: Sheet) => dataRows(sheet, guessHeader(sheet.rows)).length > rowsMax
  const checked = sheets.map((sheet): Sheet =>
    !sheet.refusal && isLong(sheet) ? { ...sheet, refusal: sheetMessages.tooManyRows(rowsMax) } : sheet,
  )
  const [first] = checked
  if (first?.refusal && checked.every(({ refusal }) => refusal)) throw new SheetRefusal(first.refusal)
  return { sheets: checked }
}
