import { type ImportedRow, type ImportKind, isRecordImport } from '#contract/imports.ts'
import { DEFAULT_EXAM } from '#contract/students/entryExams.ts'
import { choiceOf } from './choiceOf.ts'
import { type ChosenSheet, type ColumnChoice, columnsOf } from './guess/guessColumns.ts'
import { type Answers, noAnswers } from './Answers.ts'
import { makeRows } from './makeRows.ts'
import type { Sheet } from './Spreadsheet.ts'
import { type Target, targetsOf } from './targets.ts'

/** Whether a column contains a field, or replaces it. */
const hasColumn = (kind: ImportKind, columns: readonly ColumnChoice[], field: string) =>
  columnsOf(kind, columns).some(
    ({ target }) =>
      target.field === field ||
      target.replaces?.includes(field) ||
      // A ref or an admission number says whose record it is.
      (isRecordImport(kind) && field === 'name' && ['ref', 'admission_no'].includes(target.field)),
  )

/** The required fields without a column. None if every row has a ref. */
export function fieldsToSettle(kind: ImportKind, { sheet, header, columns }: ChosenSheet): Target[] {
  const rows = isRecordImport(kind) ? [] : makeRows(kind, sheet, { ...noAnswers, header, columns }).rows
  if (rows.length > 0 && rows.every(({ ref }) => ref)) return []
  const targets = targetsOf(kind)
  const isByRow = columnsOf(kind, columns).some(({ target }) => target.layout === 'rows')
  const exam = targets.find(({ field }) => field === 'entry_exam')
  const exams = new Set(
    rows.map(({ entry_exam = DEFAULT_EXAM }) => exam && choiceOf(exam, String(entry_exam))),
  )
  return targets.filter(
    ({ field, isNeeded, neededWith, layout }) =>
      (isNeeded || (neededWith && exams.has(neededWith))) &&
      !hasColumn(kind, columns, field) &&
      (!layout || (layout === 'rows') === isByRow),
  )
}

export type BlankQuestion = { target: Target; rows: number }

/** The fields that say whom a row is about, so that one value cannot fill all rows. */
const identifying = new Set(['name', 'dob', 'first_name', 'last_name', 'email'])

/** The required fields whose column has blank cells, each with the number of new rows that lack it. */
export function askBlanks(kind: ImportKind, sheet: Sheet, answers: Answers): BlankQuestion[] {
  const isAdded = ({ ref, duplicate }: ImportedRow) =>
    isRecordImport(kind) || (!ref && typeof duplicate !== 'number')
  const added = makeRows(kind, sheet, answers).rows.filter(isAdded)
  return targetsOf(kind).flatMap((target) => {
    const { field, isNeeded, layout } = target
    const isWhose = identifying.has(field) || (kind === 'schools' && field === 'school')
    if (!isNeeded || layout || isWhose || !hasColumn(kind, answers.columns, field)) return []
    const rows = added.filter((row) => row[field] === undefined).length
    return rows > 0 ? { target, rows } : []
  })
}
