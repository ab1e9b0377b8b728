import { type DownloadKind, downloadNames } from '#contract/downloads.ts'
import { call } from '../call.ts'
import type { FileKind } from './saveDownload.ts'
import { saveFile } from './saveFile.ts'
import { startFile } from './startFile.ts'

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

/** Returns undefined if the columns change, such as when a subject is used for the first time. */
async function loadList(
  kind: DownloadKind,
  fileKind: FileKind,
  { onRows, signal }: Options,
): Promise<number | undefined> {
  const file = startFile()
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
      file.add({ kind: fileKind, headings, formats, lines: data })
      rows += data.length
      onRows(rows)
      after = next
    }
    const made = await file.end()
    signal.throwIfAborted()
    saveFile(made, kind === 'results' ? 'report-cards' : kind, fileKind)
    return rows
  } finally {
    file.stop()
  }
}

type ListPart = Awaited<ReturnType<typeof call<'POST /api/downloads'>>>
