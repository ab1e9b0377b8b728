import { type DownloadKind, downloadNames } from '#contract/downloads.ts'
import { call } from '../call.ts'
import type { FilePart } from './fileWorker.ts'
import { type FileKind, NOT_MADE } from './saveDownload.ts'
import { saveFile } from './saveFile.ts'

type Options = {
  /** Called with the number of rows so far. */
  onRows: (rows: number) => void
  signal: AbortSignal
}

const COLUMNS_CHANGED = 'The columns of the list have changed meanwhile. Try again.'

/** Loads all rows of a list, saves them as a file, and returns their number. */
export async function downloadList(
  kind: DownloadKind,
  fileKind: FileKind,
  options: Options,
): Promise<number> {
  const load = () => loadList(kind, fileKind, options)
  const rows = (await load()) ?? (await load())
  if (rows === undefined) throw new Error(COLUMNS_CHANGED)
  return rows
}

/**
 * Makes the file in a worker, because the page would freeze for seconds. Returns undefined if the columns change, such as
 * when a subject is used for the first time.
 */
async function loadList(
  kind: DownloadKind,
  fileKind: FileKind,
  { onRows, signal }: Options,
): Promise<number | undefined> {
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
    let columns: string | undefined
    for (let after: number | null = 0; after !== null;) {
      const { headings, formats, data, next }: ListPart = await call('POST /api/downloads', {
        body: { kind, after },
        action: { verb: 'download', name: downloadNames[kind] },
        signal,
      })
      columns ??= headings.join('\n')
      if (columns !== headings.join('\n')) return undefined
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
