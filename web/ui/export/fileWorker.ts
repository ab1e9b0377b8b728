import {
  type Cell,
  type CellFormat,
  csvText,
  type FileTable,
  mediaTypes,
  withoutFormula,
} from '#contract/base/csv.ts'
import { xlsxFile } from '#contract/base/xlsxFile.ts'
import type { FileKind } from './saveDownload.ts'

/** Some lines of a table, with its head. */
export type FilePart = {
  kind: FileKind
  headings: string[]
  formats: (CellFormat | null)[]
  lines: Cell[][]
}
/** After all parts: the last line of the file if it has sums. */
export type FileEnd = { foot: Cell[] | undefined }

const guarded = (cells: Cell[]): Cell[] => cells.map((cell) => withoutFormula(cell))

const kept: Cell[][] = []
let head: Omit<FilePart, 'lines'> | undefined

addEventListener('message', ({ data }: MessageEvent<FilePart | FileEnd>) => {
  if ('lines' in data) {
    const { lines, ...rest } = data
    head = rest
    for (const cells of lines) kept.push(guarded(cells))
    return
  }
  if (!head) return
  const table: FileTable = {
    headers: head.headings.map(withoutFormula),
    formats: head.formats.map((format) => format ?? undefined),
    lines: kept,
    ...(data.foot && { foot: guarded(data.foot) }),
  }
  const type = mediaTypes[head.kind]
  postMessage(new Blob([head.kind === 'csv' ? csvText(table) : xlsxFile(table)], { type }))
})
