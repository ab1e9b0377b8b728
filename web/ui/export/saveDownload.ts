import { BYTE_ORDER_MARK, csvLines } from '#contract/base/csv.ts'
import { dayOf } from '#contract/base/days.ts'
import { type Download, type FileTable, tableOf } from './Download.ts'

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

/** The table as CSV. */
export const csvText = ({ headers, lines, foot }: FileTable): string =>
  BYTE_ORDER_MARK + csvLines([headers, ...lines, ...(foot ? [foot] : [])])
