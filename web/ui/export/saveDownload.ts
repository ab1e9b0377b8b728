import { dayOf } from '#contract/day.ts'
import { csvText } from './csvText.ts'
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

/** Only who wants such a file loads what writes it. */
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
