import { dataRows } from './guess/guessHeader.ts'
import { cellText, type ChosenSheet, type SheetCell, withoutEnding } from './Spreadsheet.ts'

/** A row below the headings of a sheet that is imported. */
export type SheetRow = {
  /** Identifies the row by its cells, so that corrections stay valid when a corrected sheet is chosen. */
  key: string
  /** The index of its sheet, and the row's number there, from 1. */
  sheet: number
  number: number
  /** `row 412`, or with several sheets `2024, row 412` */
  name: string
  cells: SheetCell[]
}

/** The rows of all sheets, without headings, totals and empty rows. */
export function rowsOf(sheets: readonly ChosenSheet[]): SheetRow[] {
  const names = sheetNames(sheets)
  const times = new Map<string, number>()
  return sheets.flatMap((sheet, index) =>
    sheet.refusal
      ? []
      : dataRows(sheet, sheet.header).map(({ number, cells }) => {
          const text = cells.map(cellText).join('\t').trimEnd()
          const before = times.get(text) ?? 0
          times.set(text, before + 1)
          return {
            // Of identical rows each has its own corrections.
            key: before === 0 ? text : `${text}\t${before}`,
            sheet: index,
            number,
            name: sheets.length === 1 ? `row ${number}` : `${names[index]}, row ${number}`,
            cells,
          }
        }),
  )
}

/** The names that distinguish the sheets: those of the sheets, or else of their files, or else both. */
export function sheetNames(sheets: readonly ChosenSheet[]): string[] {
  const file = (sheet: ChosenSheet) => withoutEnding(sheet.file)
  const kinds = [
    ({ name }: ChosenSheet) => name,
    file,
    (sheet: ChosenSheet) => `${file(sheet)}, ${sheet.name}`,
  ]
  const all = kinds.map((nameOf) => sheets.map(nameOf))
  return all.find((names) => new Set(names).size === names.length) ?? all.at(-1) ?? []
}
