import type { SheetAnswer } from './read/sheetWorker.ts'
import { sheetLimits, sheetMessages, SheetRefusal, type Spreadsheet } from './Spreadsheet.ts'

/** Reads an XLSX or CSV file on a thread of its own. Throws a `SheetRefusal`; giving up stops the thread. */
export async function openSpreadsheet(file: File, signal?: AbortSignal): Promise<Spreadsheet> {
  if (file.size > sheetLimits.bytes) throw new SheetRefusal(sheetMessages.tooLarge)
  signal?.throwIfAborted()
  const worker = new Worker(new URL('./read/sheetWorker.ts', import.meta.url), { type: 'module' })
  try {
    const answer = await new Promise<SheetAnswer>((resolve, reject) => {
      worker.addEventListener('message', ({ data }: MessageEvent<SheetAnswer>) => resolve(data))
      worker.addEventListener('error', () => reject(new SheetRefusal(sheetMessages.notStarted)))
      signal?.addEventListener('abort', () => reject(signal.reason as Error))
      worker.postMessage(file, [])
    })
    if ('refusal' in answer) throw new SheetRefusal(answer.refusal)
    return answer
  } finally {
    worker.terminate()
  }
}
