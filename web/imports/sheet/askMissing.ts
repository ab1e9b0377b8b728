import type { ImportedRow, ImportKind } from '#contract/imports.ts'
import { DEFAULT_EXAM, entryExamNames, entryExams } from '#contract/students.ts'
import { choiceOf } from './choiceOf.ts'
import type { ColumnChoice } from './guess/guessColumns.ts'
import { type Answers, makeRows, noAnswers } from './makeRows.ts'
import type { Sheet } from './Spreadsheet.ts'
import { standIns, type Target, targetsOf } from './targets.ts'

const hasColumn = (columns: readonly ColumnChoice[], field: string) =>
  [field, ...(standIns[field] ?? [])].some((each) => columns.some((column) => column.field === each))

/** The required fields without a column. None if every row has a ref. */
export function fieldsToSettle(
  kind: ImportKind,
  sheet: Sheet,
  header: number,
  columns: ColumnChoice[],
): Target[] {
  const { rows } = makeRows(kind, sheet, { ...noAnswers, header, columns })
  if (rows.length > 0 && rows.every(({ ref }) => ref)) return []
  const targets = targetsOf(kind)
  const exam = targets.find(({ field }) => field === 'entry_exam')
  const needsScore = () =>
    rows.some(({ entry_exam = DEFAULT_EXAM }) => {
      const name = entryExamNames.find((known) => known === (exam && choiceOf(exam, String(entry_exam))))
      return name !== undefined && entryExams[name].isScored
    })
  return targets.filter(
    ({ field, need }) => need !== '' && !hasColumn(columns, field) && (need === 'needed' || needsScore()),
  )
}

/** Fields that identify a row, so that one value cannot fill all rows. */
const identifyingFields: Record<ImportKind, readonly string[]> = {
  students: ['name', 'dob'],
  schools: ['school'],
  supporters: ['first_name', 'last_name', 'email'],
}

export type BlankQuestion = { target: Target; rows: number }

/** The required fields whose column has blank cells, each with the number of new rows that lack it. */
export function askBlanks(kind: ImportKind, sheet: Sheet, answers: Answers): BlankQuestion[] {
  const isAdded = ({ ref, duplicate }: ImportedRow) => !ref && typeof duplicate !== 'number'
  const added = makeRows(kind, sheet, answers).rows.filter(isAdded)
  return targetsOf(kind).flatMap((target) => {
    const { field, need } = target
    if (need !== 'needed' || identifyingFields[kind].includes(field) || !hasColumn(answers.columns, field))
      return []
    const rows = added.filter((row) => row[field] === undefined).length
    return rows > 0 ? { target, rows } : []
  })
}
