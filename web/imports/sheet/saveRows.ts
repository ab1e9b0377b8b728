import type { ImportKind } from '#contract/imports.ts'
import type { Download } from '../../ui/export/Download.ts'
import { saveDownload } from '../../ui/export/saveDownload.ts'
import type { ChosenSheets } from './guess/guessColumns.ts'
import { LEFT_OUT_HEADING } from './guess/headings.ts'
import type { Settled } from './ask/settle.ts'
import { type DateAnswers, dayText } from './readDay.ts'
import type { SheetRow } from './rowsOf.ts'
import { cellText, type SheetCell, withoutEnding } from './Spreadsheet.ts'
import { type Target, targetsOf } from './targets.ts'

/** Why a row is not imported. A row may have several reasons. */
export type Reason = { row: SheetRow; reason: string }

/** Saves the rows that are left out as a workbook like the sheet, with the reasons in the last column. */
export function saveLeftOut(...of: Parameters<typeof leftOut>): Promise<void> {
  const { download, rows } = leftOut(...of)
  return saveDownload(download, 'xlsx', rows)
}

/** The times that several sheets have in their names. */
const sheetFields = ['year', 'term', 'class'] as const

export function leftOut(
  { sheets, columns }: ChosenSheets,
  { dates, times }: Pick<Settled, 'dates' | 'times'>,
  reasons: Reason[],
) {
  const dateAt = new Map(columns.map(({ index, field }) => [index, dates[field ?? '']]))
  const byRow = Map.groupBy(reasons, ({ row }) => row)
  const rows = [...byRow.keys()].toSorted((a, b) => a.sheet - b.sheet || a.number - b.number)
  const headings = (sheets[0]?.rows[sheets[0].header] ?? []).map(cellText)
  const width = rows.reduce((most, { cells }) => Math.max(most, cells.length), headings.length)
  const places = Array.from({ length: width }, (_, index) => index)
  // If the sheet is itself such a download, its old reasons are replaced.
  const kept = places.filter((index) => headings[index] !== LEFT_OUT_HEADING)
  // A new file would not have the names of the sheets.
  const added = sheetFields.filter((field) => rows.some((row) => times.textOf(field, row) !== ''))
  const download: Download<SheetRow> = {
    name: `${withoutEnding(sheets[0]?.file ?? '')}-left-out`,
    headers: [...kept.map((index) => headings[index] ?? ''), ...added, LEFT_OUT_HEADING],
    lines(row) {
      const said = new Set(byRow.get(row)?.map(({ reason }) => reason))
      const cells = kept.map((index) => savedCell(row.cells[index], dateAt.get(index)))
      return [[...cells, ...added.map((field) => times.textOf(field, row)), [...said].join('. ')]]
    },
  }
  return { download, rows }
}

/** Swapped days are saved corrected. */
const savedCell = (cell: SheetCell = null, answer: DateAnswers[string] | undefined) =>
  typeof cell === 'number'
    ? cell
    : (typeof cell === 'object' ? dayText(cell, answer) : cellText(cell)) || null

/** Marks and costs have a column for each subject or category, with examples of some. */
function asColumns(target: Target): Target[] {
  if (target.layout === 'rows') return []
  const samples = Object.entries(target.samples ?? {})
  return samples.length === 0
    ? [target]
    : samples.map(([label, example]) => Object.assign({}, target, { label, example }))
}

/**
 * An empty register: the form's labels as headings, and one example row. The ref has no example, because a row with a
 * ref updates that student.
 */
export function template(kind: ImportKind) {
  const targets = targetsOf(kind)
    .filter(({ replaces }) => !replaces)
    .flatMap(asColumns)
  const download: Download<Target[]> = {
    name: `${kind}-to-import`,
    headers: targets.map(({ label }) => label),
    lines: (row) => [row.map(({ example = null }) => example)],
  }
  return { download, rows: [targets] }
}
