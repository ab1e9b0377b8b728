import { dayOf } from '#contract/base/days.ts'
import { type Cell, type Download, type FileTable, tableOf } from './Download.ts'

export type FileKind = keyof typeof makers

const makers = {
  csv: (table: FileTable) => new Blob([csvText(table)], { type: 'text/csv' }),
  xlsx: async (table: FileTable) => {
    const { xlsxFile } = await loadXlsxFile()
    return new Blob([xlsxFile(table)], {
      type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    })
  },
}

/** The code that writes XLSX is loaded with the first such download. */
const loadXlsxFile = () =>
  import('./xlsxFile.ts').catch(() => {
    throw new Error('The XLSX file could not be made. Check the connection and try again.')
  })

/** Long enough for a browser that asks where to save. */
const KEPT_MS = 60_000

export async function saveDownload<Row>(download: Download<Row>, kind: FileKind, rows: Row[]): Promise<void> {
  const file = await makers[kind](tableOf(download, rows))
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = `${download.name}-${dayOf(new Date())}.${kind}`
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), KEPT_MS)
}

/** Without it Excel reads the file in the system's code page instead of UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF'

/** The table as CSV, by RFC 4180. */
export function csvText({ headers, lines, foot }: FileTable): string {
  const all = [headers, ...lines, ...(foot ? [foot] : [])]
  return BYTE_ORDER_MARK + all.map((cells) => `${cells.map(field).join(',')}\r\n`).join('')
}

function field(cell: Cell): string {
  const text = String(cell ?? '')
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
