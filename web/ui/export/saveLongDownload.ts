import type { Download } from './Download.ts'
import type { FileKind } from './saveDownload.ts'
import { saveFile } from './saveFile.ts'
import { startFile } from './startFile.ts'

/** Saves more rows than the browser loads for a list. They are only stored where the last line needs them all. */
export async function saveLongDownload<Row>(
  { name, headers: headings, formats = [], lines, foot }: Download<Row>,
  kind: FileKind,
  batches: AsyncIterable<Row[]>,
): Promise<void> {
  const head = { kind, headings, formats: headings.map((_heading, index) => formats[index] ?? null) }
  const file = startFile()
  try {
    const rows: Row[] = []
    let number = 0
    file.add({ ...head, lines: [] })
    for await (const batch of batches) {
      file.add({ ...head, lines: batch.flatMap((row) => lines(row, ++number)) })
      if (foot) rows.push(...batch)
    }
    saveFile(await file.end(foot?.(rows)), name, kind)
  } finally {
    file.stop()
  }
}
