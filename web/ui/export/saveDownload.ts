import { type Download, csvText, type FileTable, tableOf } from './Download.ts'
import { saveFile } from './saveFile.ts'

export type FileKind = keyof typeof makers

const makers = {
  csv: (table: FileTable) => new Blob([csvText(table)], { type: mediaTypes.csv }),
  xlsx: async (table: FileTable) => {
    const { xlsxFile } = await loadXlsxFile()
    return new Blob([xlsxFile(table)], { type: mediaTypes.xlsx })
  },
}

export const mediaTypes = {
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

export const NOT_MADE = 'The file could not be made. Check the connection and try again.'

/** The code that writes XLSX is loaded with the first such download. */
const loadXlsxFile = () =>
  import('./xlsxFile.ts').catch(() => {
    throw new Error(NOT_MADE)
  })

export async function saveDownload<Row>(download: Download<Row>, kind: FileKind, rows: Row[]): Promise<void> {
  saveFile(await makers[kind](tableOf(download, rows)), download.name, kind)
}
