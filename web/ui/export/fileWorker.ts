import { type Cell, type CellFormat, withoutFormula } from '#contract/base/csv.ts'
import { csvText, type FileTable } from './Download.ts'
import { type FileKind, mediaTypes } from './saveDownload.ts'
import { xlsxFile } from './xlsxFile.ts'

/** Some lines of a table, with its head; without lines: make the file. */
export type FilePart = {
  kind: FileKind
  headings: string[]
  formats: (CellFormat | null)[]
  lines: Cell[][] | null
}

const kept: Cell[][] = []

addEventListener('message', ({ data: { kind, headings, formats, lines } }: MessageEvent<FilePart>) => {
  if (lines) {
    for (const cells of lines) kept.push(cells.map((cell): Cell => withoutFormula(cell)))
    return
  }
  const table: FileTable = {
    headers: headings.map(withoutFormula),
    formats: formats.map((format) => format ?? undefined),
    lines: kept,
  }
  const type = mediaTypes[kind]
  postMessage(new Blob([kind === 'csv' ? csvText(table) : xlsxFile(table)], { type }))
})
