import type { ImportKind } from '#contract/imports.ts'
import { askSheets } from '../sheet/ask/askSheets.ts'
import { guessColumns } from '../sheet/guess/guessColumns.ts'
import { rowsOf } from '../sheet/rowsOf.ts'
import { type ChosenSheet, withoutEnding } from '../sheet/Spreadsheet.ts'
import { firstRows } from './recognise.ts'

/** The term and year that the names or titles of a sheet of records give, and which of them did. */
export type SheetTime = { words: string; from: 'its name' | 'its title' | 'title and name' }

/** Undefined if the sheet has columns for them, or its names and titles give neither or contradict each other. */
export function timeOf(kind: ImportKind, sheet: ChosenSheet, terms: string[]): SheetTime | undefined {
  const sheets = [firstRows(sheet)]
  const columns = guessColumns(kind, sheets)
  const { questions } = askSheets(kind, { sheets, columns }, rowsOf(sheets), { term: terms }, {})
  const names = new Set([sheet.name, withoutEnding(sheet.file)].map((name) => name.replaceAll('_', ' ')))
  const found = ['term', 'year'].flatMap((field) =>
    questions.flatMap(({ target, text, certain }) =>
      target.field === field && typeof certain === 'object' && 'means' in certain
        ? { means: certain.means, isNamed: names.has(text) }
        : [],
    ),
  )
  if (found.length === 0) return undefined
  const isNamed = found.every((each) => each.isNamed)
  return {
    words: found.map(({ means }) => means).join(', '),
    from: isNamed ? 'its name' : found.some((each) => each.isNamed) ? 'title and name' : 'its title',
  }
}
