import { csvText, type FileTable, mediaTypes } from '#contract/base/csv.ts'
import { type Download, tableOf } from './Download.ts'
import { saveFile } from './saveFile.ts'

export type FileKind = keyof typeof makers

const makers = {
  csv: (table: FileTable) => new Blob([csvText(table)], { type: mediaTypes.csv }),
  xlsx: async (table: FileTable) => {
    const { xlsxFile } = await loadXlsxFile()
    return new Blob([xlsxFile(table)], { type: mediaTypes.xlsx })
  },
}

export const NOT_MADE = 'The file could not be made. Check the connection and try again.'

/** The code that writes XLSX is loaded with the first such download. */
const loadXlsxFile = () =>
  import('#contract/base/xlsxFile.ts').catch(() => {
    throw new Error(NOT_MADE)
  })

/** Saves a workbook with a sheet for each table, by name. */
export async function saveWorkbook(name: string, tables: Record<string, FileTable>): Promise<void> {
  const { workbookFile } = await loadXlsxFile()
  saveFile(new Blob([workbookFile(tables)], { type: mediaTypes.xlsx }), name, 'xlsx')
}

export async function saveDownload<Row>(download: Download<Row>, kind: FileKind, rows: Row[]): Promise<void> {
  saveFile(await makers[kind](tableOf(download, rows)), download.name, kind)
}
