import { type ImportKind, isRecordImport } from '#contract/imports.ts'
import { NOT_KNOWN } from '#contract/base/unknown.ts'
import { DEFAULT_EXAM, entryExams } from '#contract/students/entryExams.ts'
import type { Answer } from '../Answers.ts'
import { choiceOf, foldWord } from '../choiceOf.ts'
import { type ChosenSheets, type ColumnChoice, columnsOf, examByNumber } from '../guess/guessColumns.ts'
import { rawText, readCell } from '../readCell.ts'
import type { SheetRow } from '../rowsOf.ts'
import { type Target, targetsOf } from '../targets.ts'
import { byCells, countText, type FoundText, type Question, questionOf } from './Question.ts'

/** The fields that say whom a row is about, so that one value cannot fill all rows. */
const identifying = new Set(['name', 'dob', 'first_name', 'last_name', 'email', 'ref'])
export const isIdentifying = (kind: ImportKind, field: string) =>
  identifying.has(field) || (identifyingIn[kind]?.includes(field) ?? false)
const identifyingIn: { [Kind in ImportKind]?: string[] } = {
  schools: ['school'],
  plans: ['school', 'amount'],
  accounts: ['school'],
}

/** Sheets of past records have questions of their own about their years and terms. */
const ofSheet = new Set(['year', 'term', 'class'])

/** Whether a column contains a field, or replaces it. */
const hasColumn = (kind: ImportKind, columns: readonly ColumnChoice[], field: string) =>
  columnsOf(kind, columns).some(
    ({ target }) =>
      target.field === field ||
      target.replaces?.includes(field) ||
      // A ref or an admission number says whose record it is.
      (isRecordImport(kind) && field === 'name' && ['ref', 'admission_no'].includes(target.field)),
  )

/** The required fields without a column that only a column can give: names, marks and costs. */
export function fieldsWithoutColumn(kind: ImportKind, { columns }: Pick<ChosenSheets, 'columns'>): Target[] {
  const isByRow = columnsOf(kind, columns).some(({ target }) => target.layout === 'rows')
  return targetsOf(kind).filter(
    ({ field, isNeeded, layout }) =>
      isNeeded && !hasColumn(kind, columns, field) && (!layout || (layout === 'rows') === isByRow),
  )
}

/**
 * What blank cells mean. Of a field that new rows need, each blank text is asked: an empty cell, `-`, `N/A`. Of other fields they mean
 * nothing.
 */
export function askBlanks(
  kind: ImportKind,
  { columns }: Pick<ChosenSheets, 'columns'>,
  rows: readonly SheetRow[],
): Question[] {
  const chosen = columnsOf(kind, columns)
  const columnOf = (field: string) => chosen.find(({ target }) => target.field === field)
  const textIn = (row: SheetRow, field: string) => {
    const column = columnOf(field)
    return column ? readCell(column.target, row.cells[column.index]) : ''
  }
  const isRecord = isRecordImport(kind)
  const added = [...rows.entries()].filter(([, row]) => isRecord || textIn(row, 'ref') === '')
  const examOf = examReader(kind, columns, textIn)
  const isByRow = chosen.some(({ target }) => target.layout === 'rows')
  return targetsOf(kind).flatMap((target) => {
    const { field, isNeeded, neededWith, layout, cellKind } = target
    const column = columnOf(field)
    const needs = isNeeded || neededWith !== undefined
    // One name of a category may serve all rows; other marks and costs need their cells.
    const isPart = layout !== undefined && (cellKind !== 'names' || !isByRow)
    const isAsked =
      needs &&
      !isPart &&
      !(isRecord && ofSheet.has(field)) &&
      (!isIdentifying(kind, field) || target.mayBeUnknown)
    if (!column && (!isAsked || hasColumn(kind, columns, field))) return []
    const found = new Map<string, FoundText>()
    for (const [at, row] of isAsked ? added : rows.entries()) {
      const cell = column && row.cells[column.index]
      const text = rawText(cell)
      const isBlank = column ? readCell(column.target, cell) === '' : true
      if (!isBlank || (!isAsked && text === '') || (neededWith && examOf(row) !== neededWith)) continue
      countText(found, foldWord(text), { text: text }, at, column?.heading ?? '')
    }
    return [...found.values()]
      .map(({ text, rows: own, from }) =>
        questionOf('blank', target, text, {
          rows: own,
          from: [...from].filter(Boolean),
          certain: isAsked ? undefined : { means: '' },
          guesses: isAsked ? guessesFor(target, text) : [],
        }),
      )
      .toSorted(byCells)
  })
}

function guessesFor({ mayBeUnknown, neededWith, zero }: Target, text: string): Answer[] {
  const unknown: Answer[] = mayBeUnknown ? [{ means: NOT_KNOWN }] : []
  if (neededWith && text !== '')
    return [
      ...unknown,
      ...Object.keys(entryExams).flatMap((exam): Answer[] =>
        exam === DEFAULT_EXAM || exam === 'None' ? [] : [{ means: exam, field: 'entry_exam' }],
      ),
    ]
  return zero && text !== '' ? [...unknown, { means: '0' }] : unknown
}

/** Reads which exam the student of a row sat. */
function examReader(
  kind: ImportKind,
  columns: readonly ColumnChoice[],
  textIn: (row: SheetRow, field: string) => string,
) {
  const exam = targetsOf(kind).find(({ field }) => field === 'entry_exam')
  const byNumber = examByNumber(columns)
  return (row: SheetRow) => {
    const said = exam && choiceOf(exam, textIn(row, 'entry_exam'))
    return said ?? (byNumber && textIn(row, 'assessment_no') !== '' ? byNumber : DEFAULT_EXAM)
  }
}
