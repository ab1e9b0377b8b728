import {
  type Decision,
  FILE_NAME_MAX,
  type ImportedRow,
  type ImportKind,
  type Remembered,
  saidSchema,
  WORDS_MAX,
} from '#contract/imports.ts'
import type { EntryExamName } from '#contract/students.ts'
import type { WordAnswers } from './askWords.ts'
import { foldWord, saidOf } from './choiceOf.ts'
import type { ColumnChoice } from './guessColumns.ts'
import { dataRows } from './guessHeader.ts'
import { wholeKey } from './headings.ts'
import { type DateAnswers, dayText } from './readDay.ts'
import { readCell } from './readCell.ts'
import type { Sheet, SheetCell } from './Spreadsheet.ts'
import { fileFields, nameParts, type Target, targetsOf, WHOLE_NAME } from './targets.ts'

/** All that was said about a sheet. */
export type Answers = {
  header: number
  columns: ColumnChoice[]
  /** By field: the same for all rows where the cell is empty. Dates as `2010-04-03`. */
  defaults: Record<string, string>
  /** By field. Names of schools and people that mean others stand here too. */
  words: WordAnswers
  dates: DateAnswers
  /** By the sheet's row number and field: what was typed instead of the cell. Dates as `2010-04-03`. */
  mended: Record<number, Record<string, string>>
  /** The same for empty cells: it counts only if the row adds a student. */
  blanks: Record<number, Record<string, string>>
  /** By the sheet's row number. */
  decisions: Record<number, Decision>
  /** The fields that updates leave as they are: all updates, or by the sheet's row number. */
  kept: { fields: string[]; rows: Record<number, string[]> }
}

/** The answers about a sheet of which only the columns are known. */
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
  /** What they were made by. */
  answers: Answers
  /** For the body of `POST /api/imports`. */
  rows: ImportedRow[]
  defaults: Record<string, string>
  /** By the row of the server (which counts from 0): the number of the row in the sheet, from 1. */
  numbers: number[]
  /** Those of the rows that are left out because no column that is imported has anything there. */
  empty: number[]
  /** By the row of the server: the names of its files, where the sheet has them. */
  files: Record<number, string[]>
}

export function makeRows(kind: ImportKind, sheet: Sheet, answers: Answers): MadeRows {
  const read = dataRows(sheet, answers.header)
  const columns = targetsOf(kind).flatMap((target) => {
    const choice = answers.columns.find(({ field }) => field === target.field)
    return choice ? { target, index: choice.index } : []
  })
  const exam = examByNumber(answers.columns)
  const { picture, certificate } = fileFields
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
    // Students who are updated keep the exam that they have.
    const isAdded = !texts['ref'] && typeof decision !== 'number'
    if (isAdded && exam && texts['assessment_no'] && !texts['kcpe']) texts['entry_exam'] ||= exam
    const named = [texts[picture], texts[certificate]].filter(isFileName)
    // A line such as "Form 1" or "Prepared by" is about nobody.
    if (Object.values(texts).every((text) => text === '')) {
      empty.push(number)
      return []
    }
    if (named.length > 0) files[numbers.length] = named
    numbers.push(number)
    const sent = Object.entries(texts).filter(([field, text]) => text !== '' && !isFileField(field))
    const said = {
      duplicate: answers.decisions[number],
      keep: answers.kept.rows[number],
      blanks: answers.blanks[number],
    }
    return [Object.fromEntries([...sent, ...Object.entries(said).filter(([, value]) => value !== undefined)])]
  })
  return { answers, rows, defaults: filledIn(answers.defaults), numbers, empty, files }
}

/** A name in one column counts before its parts in several. */
function joinName(texts: Record<string, string>) {
  const joined = nameParts.flatMap((part) => texts[part] || []).join(' ')
  for (const part of nameParts) delete texts[part]
  if (joined !== '') texts['name'] ||= joined
}

/** Names in columns of their own count before those in one. */
function partName(texts: Record<string, string>) {
  const words = texts[WHOLE_NAME]?.split(' ')
  if (!words) return
  delete texts[WHOLE_NAME]
  const last = words.length > 1 ? words.pop() : undefined
  texts['first_name'] ||= words.join(' ')
  texts['last_name'] ||= last ?? ''
}

/** The exam of whoever has an assessment number and no KCPE score, where the sheet has a column of such numbers. */
export function examByNumber(columns: readonly ColumnChoice[]): EntryExamName | undefined {
  const heading = columns.find(({ field }) => field === 'assessment_no')?.heading
  return heading === undefined ? undefined : /kplea/i.test(heading) ? 'KPLEA' : 'KJSEA'
}

const isFileName = (name: string | undefined): name is string =>
  name !== undefined && name !== '' && name.length <= FILE_NAME_MAX

const isFileField = (field: string) => Object.values<string>(fileFields).includes(field)

const filledIn = (texts: Record<string, string>) =>
  Object.fromEntries(Object.entries(texts).filter(([, text]) => text.trim() !== ''))

/** A cell as the server takes it. What cannot be read is sent as it stands, so that the check can name it. */
function valueOf(target: Target, cell: SheetCell, { words, dates }: Answers): string {
  const text = readCell(target, cell)
  if (text === '') return ''
  if (target.holds === 'date') return dayText(cell, dates[target.field])
  if (target.holds !== 'words' && target.holds !== 'names') return text
  const key = foldWord(text)
  return saidOf(words[target.field], key) ?? target.words.find((choice) => foldWord(choice) === key) ?? text
}

/**
 * What the next import of this kind is guessed from: fields of `POST /api/imports`. Of more words than the server
 * remembers at once, the first: nobody has to do without an import for them.
 */
export function toRemember({ columns, words }: Answers): Remembered {
  const used = new Set(columns.map(({ field }) => field))
  // Of a heading that is given twice, nobody can say the next time which column was meant.
  const headings = [...Map.groupBy(columns, ({ heading }) => wholeKey(heading))].flatMap(
    ([key, [choice, ...others]]): [string, string | null][] =>
      !choice || others.length > 0 || choice.state === 'choose' ? [] : [[key, choice.field]],
  )
  let left = WORDS_MAX
  const kept = Object.entries(words).flatMap(([field, meanings]) => {
    if (!used.has(field)) return []
    const said = sayable(Object.entries(meanings)).slice(0, left)
    left -= said.length
    return [[field, Object.fromEntries(said)] as const]
  })
  return { headings: Object.fromEntries(sayable(headings)), words: Object.fromEntries(kept) }
}

/** Without what the server does not keep, such as a remark for a heading. */
const sayable = <Meaning>(said: [string, Meaning][]): [string, Meaning][] =>
  said.filter(([word]) => saidSchema.safeParse(word).success)
