import type { ImportKind } from '#contract/imports.ts'
import type { Download } from '../../ui/export/Download.ts'
import { saveDownload } from '../../ui/export/saveDownload.ts'
import { type DataRow, dataRows } from './guess/guessHeader.ts'
import { LEFT_OUT_HEADING } from './guess/headings.ts'
import type { Answers } from './Answers.ts'
import { type DateAnswers, dayText } from './readDay.ts'
import { cellText, type Sheet, type SheetCell, withoutEnding } from './Spreadsheet.ts'
import { type Target, targetsOf } from './targets.ts'

/** Why a row is not imported, by its number in the sheet. A row may have several reasons. */
export type Reason = { number: number; reason: string }

/** Saves the rows that are left out as a workbook like the sheet, with the reasons in the last column. */
export function saveLeftOut(sheet: Sheet, said: Said, reasons: Reason[], file: string): Promise<void> {
  const { download, rows } = leftOut(sheet, said, reasons, file)
  return saveDownload(download, 'xlsx', rows)
}

type Said = Pick<Answers, 'header' | 'columns' | 'dates'>

export function leftOut(sheet: Sheet, { header, columns, dates }: Said, reasons: Reason[], file: string) {
  const dateAt = new Map(columns.map(({ index, field }) => [index, dates[field ?? '']]))
  const byRow = Map.groupBy(reasons, ({ number }) => number)
  const rows = dataRows(sheet, header).filter(({ number }) => byRow.has(number))
  const headings = (sheet.rows[header] ?? []).map(cellText)
  const width = rows.reduce((most, { cells }) => Math.max(most, cells.length), headings.length)
  const places = Array.from({ length: width }, (_, index) => index)
  // If the sheet is itself such a download, its old reasons are replaced.
  const kept = places.filter((index) => headings[index] !== LEFT_OUT_HEADING)
  const download: Download<DataRow> = {
    name: `${withoutEnding(file)}-left-out`,
    headers: [...kept.map((index) => headings[index] ?? ''), LEFT_OUT_HEADING],
    lines({ number, cells }) {
      const said = new Set(byRow.get(number)?.map(({ reason }) => reason))
      return [[...kept.map((index) => savedCell(cells[index], dateAt.get(index))), [...said].join('. ')]]
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
