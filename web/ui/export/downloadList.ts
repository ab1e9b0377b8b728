import type { DownloadKind } from '#contract/downloads.ts'
import { call } from '../call.ts'
import type { FilePart } from './fileWorker.ts'
import { type FileKind, NOT_MADE } from './saveDownload.ts'
import { saveFile } from './saveFile.ts'

type Options = {
  /** Called with the number of rows so far. */
  onRows: (rows: number) => void
  signal: AbortSignal
}

/** Loads all rows of a list, and saves them as a file that a worker makes, because the page would freeze for seconds. */
export async function downloadList(
  kind: DownloadKind,
  fileKind: FileKind,
  { onRows, signal }: Options,
): Promise<number> {
  const worker = new Worker(new URL('./fileWorker.ts', import.meta.url), { type: 'module' })
  const made = new Promise<Blob>((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<Blob>) => resolve(data))
    for (const failure of ['error', 'messageerror'])
      worker.addEventListener(failure, () => reject(new Error(NOT_MADE)))
  })
  // Handled below, once all rows are loaded.
  made.catch(() => {})
  const post = (part: FilePart) => worker.postMessage(part, [])
  try {
    let rows = 0
    for (let after: number | null = 0; after !== null;) {
      const { headings, formats, data, next }: ListPart = await call('POST /api/downloads', {
        body: { kind, after },
        signal,
      })
      const part = { kind: fileKind, headings, formats }
      post({ ...part, lines: data })
      if (next === null) post({ ...part, lines: null })
      rows += data.length
      onRows(rows)
      after = next
    }
    const file = await made
    signal.throwIfAborted()
    saveFile(file, kind === 'results' ? 'report-cards' : kind, fileKind)
    return rows
  } finally {
    worker.terminate()
  }
}

type ListPart = Awaited<ReturnType<typeof call<'POST /api/downloads'>>>
