import {
  type Decision,
  FILE_NAME_MAX,
  type ImportedRow,
  type ImportKind,
  type Remembered,
  wordSchema,
  WORDS_MAX,
} from '#contract/imports.ts'
import type { EntryExamName } from '#contract/students.ts'
import type { WordAnswers } from './askWords.ts'
import { answerFor, foldWord } from './choiceOf.ts'
import { type ColumnChoice, columnsOf } from './guess/guessColumns.ts'
import { dataRows } from './guess/guessHeader.ts'
import { wholeKey } from './guess/headings.ts'
import { type DateAnswers, dayText } from './readDay.ts'
import { readCell } from './readCell.ts'
import type { Sheet, SheetCell } from './Spreadsheet.ts'
import type { Target } from './targets.ts'

/** All answers about a sheet. */
export type Answers = {
  header: number
  columns: ColumnChoice[]
  /** By field: the value for all rows whose cell is empty. Dates as `2010-04-03`. */
  defaults: Record<string, string>
  /** By field. Also contains names of schools and people that mean a registered one. */
  words: WordAnswers
  dates: DateAnswers
  /** By the sheet's row number and field: the corrected value of a cell. Dates as `2010-04-03`. */
  mended: Record<number, Record<string, string>>
  /** The same for empty cells. Used only if the row adds a student. */
  blanks: Record<number, Record<string, string>>
  /** By the sheet's row number. */
  decisions: Record<number, Decision>
  /** The fields that updates do not change: in all updates, or by the sheet's row number. */
  kept: { fields: string[]; rows: Record<number, string[]> }
}

/** The initial answers, when only the columns are known. */
export const noAnswers: Omit<Answers, 'header' | 'columns'> = {
  defaults: {},
  words: {},
  dates: {},
  mended: {},
  blanks: {},
  decisions: {},
  kept: { fields: [], rows: {} },
}

export type MadeRows = {
  /** The answers that the rows were made from. */
  answers: Answers
  /** For the body of `POST /api/imports`. */
  rows: ImportedRow[]
  defaults: Record<string, string>
  /** By the server's row index (from 0): the row number in the sheet (from 1). */
  numbers: number[]
  /** The numbers of the rows that are left out because every imported column is empty there. */
  empty: number[]
  /** By the server's row index: the file names that the sheet gives. */
  files: Record<number, string[]>
}

export function makeRows(kind: ImportKind, sheet: Sheet, answers: Answers): MadeRows {
  const read = dataRows(sheet, answers.header)
  const columns = columnsOf(kind, answers.columns)
  const exam = examByNumber(answers.columns)
  const files: MadeRows['files'] = {}
  const numbers: number[] = []
  const empty: number[] = []
  const rows = read.flatMap(({ number, cells }): ImportedRow[] => {
    const texts: Record<string, string> = {}
    for (const { target, index: column } of columns)
      texts[target.field] = valueOf(target, cells[column] ?? null, answers)
    joinName(texts)
    partName(texts)
    Object.assign(texts, answers.mended[number])
    const decision = answers.decisions[number]
    // An update does not change the student's exam.
    const isAdded = !texts['ref'] && typeof decision !== 'number'
    if (isAdded && exam && texts['assessment_no'] && !texts['kcpe']) texts['entry_exam'] ||= exam
    const named = fileFields.map((field) => texts[field]).filter(isFileName)
    // A line such as "Form 1" or "Prepared by" describes no student.
    if (Object.values(texts).every((text) => text === '')) {
      empty.push(number)
      return []
    }
    if (named.length > 0) files[numbers.length] = named
    numbers.push(number)
    const sent = Object.entries(texts).filter(([field, text]) => text !== '' && !fileFields.includes(field))
    const said = { duplicate: decision, keep: answers.kept.rows[number], blanks: answers.blanks[number] }
    return [Object.fromEntries([...sent, ...Object.entries(said).filter(([, value]) => value !== undefined)])]
  })
  return { answers, rows, defaults: filledIn(answers.defaults), numbers, empty, files }
}

/** The columns of a student's name, in the order in which they are joined. */
const nameParts = ['first_names', 'other_names', 'last_names']

/** A name in one column takes precedence over its parts in several columns. */
function joinName(texts: Record<string, string>) {
  const joined = nameParts.flatMap((part) => texts[part] || []).join(' ')
  for (const part of nameParts) delete texts[part]
  if (joined !== '') texts['name'] ||= joined
}

/** First and last names in separate columns take precedence over a whole name in one column. */
function partName(texts: Record<string, string>) {
  const words = texts['whole_name']?.split(' ')
  if (!words) return
  delete texts['whole_name']
  const last = words.length > 1 ? words.pop() : undefined
  texts['first_name'] ||= words.join(' ')
  texts['last_name'] ||= last ?? ''
}

/** The exam of students with an assessment number and no KCPE score, if the sheet has a column of such numbers. */
export function examByNumber(columns: readonly ColumnChoice[]): EntryExamName | undefined {
  const heading = columns.find(({ field }) => field === 'assessment_no')?.heading
  return heading === undefined ? undefined : /kplea/i.test(heading) ? 'KPLEA' : 'KJSEA'
}

const isFileName = (name: string | undefined): name is string =>
  name !== undefined && name !== '' && name.length <= FILE_NAME_MAX

const fileFields = ['picture_file', 'certificate_file']

const filledIn = (texts: Record<string, string>) =>
  Object.fromEntries(Object.entries(texts).filter(([, text]) => text.trim() !== ''))

/** A cell in the server's format. A cell that cannot be read is sent unchanged, so that the check reports it. */
function valueOf(target: Target, cell: SheetCell, { words, dates }: Answers): string {
  const text = readCell(target, cell)
  if (text === '') return ''
  if (target.holds === 'date') return dayText(cell, dates[target.field])
  if (target.holds !== 'words' && target.holds !== 'names') return text
  const key = foldWord(text)
  return (
    answerFor(words[target.field], key) ?? target.words.find((choice) => foldWord(choice) === key) ?? text
  )
}

/**
 * The choices to remember for the next import of this kind: fields of `POST /api/imports`. If there are more words than
 * the server accepts, only the first are sent, so that the import itself is not refused.
 */
export function toRemember({ columns, words }: Answers): Remembered {
  const used = new Set(columns.map(({ field }) => field))
  // A heading that occurs twice is ambiguous the next time.
  const headings = [...Map.groupBy(columns, ({ heading }) => wholeKey(heading))].flatMap(
    ([key, [choice, ...others]]): [string, string | null][] =>
      !choice || others.length > 0 || choice.state === 'choose' ? [] : [[key, choice.field]],
  )
  let left = WORDS_MAX
  const kept = Object.entries(words).flatMap(([field, meanings]) => {
    if (!used.has(field)) return []
    const said = acceptedByServer(Object.entries(meanings)).slice(0, left)
    left -= said.length
    return [[field, Object.fromEntries(said)] as const]
  })
  return { headings: Object.fromEntries(acceptedByServer(headings)), words: Object.fromEntries(kept) }
}

/** Without headings and words that are too long for the server, such as a remark in place of a heading. */
const acceptedByServer = <Meaning>(said: [string, Meaning][]): [string, Meaning][] =>
  said.filter(([word]) => wordSchema.safeParse(word).success)
