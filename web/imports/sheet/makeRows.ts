import {
  COST_SEPARATOR,
  FILE_NAME_MAX,
  type ImportedRow,
  type ImportKind,
  isRecordImport,
  type RecordImport,
  recordParts,
} from '#contract/imports.ts'
import type { EntryExamName } from '#contract/students/entryExams.ts'
import { amountText } from './amounts.ts'
import type { Corrections } from './Answers.ts'
import { isName, turnRound } from './ask/askCells.ts'
import { meaningOf, type Settled } from './ask/settle.ts'
import { foldWord } from './choiceOf.ts'
import { type ChosenSheets, type ColumnChoice, columnsOf, examByNumber } from './guess/guessColumns.ts'
import { partColumns } from './guess/headings.ts'
import { rawText, readCell } from './readCell.ts'
import { dayText } from './readDay.ts'
import type { SheetRow } from './rowsOf.ts'
import type { SheetCell } from './Spreadsheet.ts'
import { partFields, type Target, targetsOf } from './targets.ts'

type Texts = Record<string, string>

/** The rows of an import, and where they come from. */
export type MadeRows = {
  /** For the body of `POST /api/imports`. */
  rows: ImportedRow[]
  /** By the server's row index: the row of the sheet. */
  sources: SheetRow[]
  /** The rows that are left out because every imported column is empty there. */
  empty: SheetRow[]
}

/**
 * Makes the rows to send, one for each row of the sheets: the texts of its cells, with the meanings that were answered, then the
 * user's corrections. The server joins the rows of one record.
 */
export function makeRows(
  kind: ImportKind,
  { columns }: Pick<ChosenSheets, 'columns'>,
  rows: readonly SheetRow[],
  settled: Settled,
  corrections: Corrections,
): MadeRows {
  const textsOf = textReader(kind, columns, settled)
  const blanksOf = blankReader(kind, columns, settled)
  const exam = examByNumber(columns)
  const made: MadeRows = { rows: [], sources: [], empty: [] }
  for (const row of rows) {
    const texts = textsOf(row)
    // A line such as "Form 1" or "Prepared by" is no student or record, although its sheet may have a year and term.
    if (Object.entries(texts.own).every(([, text]) => text === '')) {
      made.empty.push(row)
      continue
    }
    const all = filledIn({ ...texts.fromSheet, ...filledIn(texts.own) })
    made.sources.push(row)
    made.rows.push(sentRow(kind, all, blanksOf(row, all), corrections[row.key], exam))
  }
  return made
}

/** A row as it is sent. Students may be updated, so that the values for their empty cells are sent separately. */
function sentRow(
  kind: ImportKind,
  texts: Texts,
  blanks: Texts,
  { duplicate, keep, ...corrected }: ImportedRow = {},
  exam: EntryExamName | undefined,
): ImportedRow {
  const given = Object.entries(corrected) as [string, string][]
  if (kind !== 'students') {
    const row = filledIn({ ...blanks, ...texts, ...Object.fromEntries(given) })
    return {
      ...row,
      ...(duplicate !== undefined && { duplicate }),
      ...(Array.isArray(keep) && keep.length > 0 && { keep }),
    }
  }
  const row = filledIn({ ...texts, ...Object.fromEntries(given.filter(([field]) => texts[field])) })
  const filled = filledIn({ ...blanks, ...Object.fromEntries(given.filter(([field]) => !texts[field])) })
  // An update does not change the student's exam.
  const isAdded = !row['ref'] && typeof duplicate !== 'number'
  if (isAdded && exam && row['assessment_no'] && !row['kcpe'])
    row['entry_exam'] ||= filled['entry_exam'] ?? exam
  const { picture_file = '', certificate_file = '', ...sent } = row
  const files = [picture_file, certificate_file].filter((name) => name && name.length <= FILE_NAME_MAX)
  return {
    ...sent,
    ...(duplicate !== undefined && { duplicate }),
    ...(Array.isArray(keep) && keep.length > 0 && { keep }),
    ...(Object.keys(filled).length > 0 && { blanks: filled }),
    ...(files.length > 0 && { files }),
  }
}

/** Reads the texts of a row by field, as the answers interpret them, and those that the name of its sheet gives. */
function textReader(kind: ImportKind, choices: readonly ColumnChoice[], settled: Settled) {
  const isRecord = isRecordImport(kind)
  const columns = columnsOf(kind, choices).filter(({ target }) => !target.layout)
  const partsIn = isRecord ? partReader(kind, choices, settled) : undefined
  return (row: SheetRow): { own: Texts; fromSheet: Texts } => {
    const read: Texts = {}
    for (const { target, index } of columns) {
      const text = textIn(target, row.cells[index], settled)
      // If several columns name a supporter, the one with the email counts.
      if (!read[target.field] || text.includes('@')) read[target.field] = text
    }
    const fromSheet: Texts = {}
    for (const field of isRecord ? (['year', 'term', 'class'] as const) : []) {
      const text = settled.times.textOf(field, row)
      if (text !== '') fromSheet[field] = meaningOf(settled.answerTo('word', field, text)) ?? text
    }
    return { own: { ...withNames(read), ...partsIn?.(row.cells) }, fromSheet }
  }
}

/** A cell in the server's format. A text without an answer is sent unchanged, so that the check reports it. */
function textIn(target: Target, cell: SheetCell | undefined, { answerTo, dates, decimals }: Settled): string {
  const text = readCell(target, cell)
  const { field, cellKind } = target
  if (text === '') return ''
  if (target.isAmount) return amountText(cell, decimals)
  if (cellKind === 'date') return dayText(cell ?? null, dates[field])
  if (isName(target) && meaningOf(answerTo('turned', field, '')) === 'yes') return turnRound(text)
  if (cellKind !== 'words' && cellKind !== 'names') return text
  return meaningOf(answerTo('word', field, text)) ?? choiceIn(target, text) ?? text
}

const choiceIn = ({ words }: Target, text: string) =>
  words.find((choice) => foldWord(choice) === foldWord(text))

/** Reads the values that the answers give to the blank cells of a row. */
function blankReader(kind: ImportKind, choices: readonly ColumnChoice[], { answerTo }: Settled) {
  const columns = columnsOf(kind, choices)
  const blankable = targetsOf(kind).flatMap(({ field, isNeeded, neededWith }) => {
    const index = columns.find(({ target }) => target.field === field)?.index
    return isNeeded || neededWith ? { field, index } : []
  })
  return (row: SheetRow, texts: Texts): Texts => {
    const blanks: Texts = {}
    for (const { field, index } of blankable) {
      if (texts[field]) continue
      const answer = answerTo('blank', field, index === undefined ? '' : rawText(row.cells[index]))
      const value = meaningOf(answer)
      if (value) blanks[(typeof answer === 'object' && 'means' in answer && answer.field) || field] = value
    }
    return blanks
  }
}

/** Reads the marks or costs of a row: by subject or item, in the format of the server. */
function partReader(kind: RecordImport, choices: readonly ColumnChoice[], settled: Settled) {
  const { name, value, column } = partFields[kind]
  const columns = columnsOf(kind, choices)
  const inRow = columns.filter(({ target }) => target.layout === 'rows')
  const nameOf = (text: string) => {
    const answer = settled.answerTo('word', name, text)
    return answer === 'left out' ? undefined : (meaningOf(answer) ?? text)
  }
  const named = partColumns(kind, choices).flatMap((part) => {
    const ours = part.name === '' ? undefined : nameOf(part.name)
    return ours === undefined ? [] : { index: part.index, name: ours }
  })
  const target = columns.find((each) => each.target.field === column)?.target
  const separator = kind === 'results' ? ' ' : COST_SEPARATOR
  const partIn = (of: Target, cell: SheetCell | undefined) => {
    const text = readCell(of, cell)
    if (kind === 'receipts') return text === '' ? '' : amountText(cell, settled.decimals)
    return text === '' ? '' : (meaningOf(settled.answerTo('mark', of.field, rawText(cell))) ?? text)
  }
  return function partsIn(cells: SheetCell[]): Texts {
    const found = named.map((part) => [part.name, target ? partIn(target, cells[part.index]) : ''])
    const said = (field: string, read: (of: Target, cell: SheetCell | undefined) => string) =>
      inRow
        .filter((each) => each.target.field === field)
        .map((each) => read(each.target, cells[each.index]))
        .filter(Boolean)
        .join(' ')
    const text = said(name, readCell)
    const category = text === '' ? meaningOf(settled.answerTo('blank', name, '')) : nameOf(text)
    const item = said('item', readCell)
    if (category !== undefined)
      found.push([item === '' ? category : `${category}: ${item}`, said(value, partIn)])
    else if (text === '') found.push([item === '' ? '' : `: ${item}`, said(value, partIn)])
    const parts: Texts = {}
    for (const [part = '', result = ''] of found) {
      const field = recordParts[kind] + part
      if (result !== '') parts[field] = [parts[field], result].filter(Boolean).join(separator)
    }
    return parts
  }
}

/** The fields of the form take precedence over names in several columns, and over a whole name in one. */
function withNames({ first_names, other_names, last_names, whole_name = '', ...texts }: Texts): Texts {
  const words = whole_name.split(' ')
  const last = words.length > 1 ? words.pop() : ''
  const name = [first_names, other_names, last_names].filter(Boolean).join(' ')
  const names = { name, first_name: words.join(' '), last_name: last ?? '' }
  return { ...names, ...filledIn(texts) }
}

/** Leaves out empty texts. */
const filledIn = (texts: Texts): Texts =>
  Object.fromEntries(Object.entries(texts).filter(([, text]) => text.trim() !== ''))
