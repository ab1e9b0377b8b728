import {
  COST_SEPARATOR,
  FILE_NAME_MAX,
  type ImportedRow,
  type ImportKind,
  isRecordImport,
  type RecordImport,
  recordParts,
  type Remembered,
  wordSchema,
  WORDS_MAX,
} from '#contract/imports.ts'
import type { EntryExamName } from '#contract/students/entryExams.ts'
import type { Answers, MadeRows } from './Answers.ts'
import { answerFor, foldWord } from './choiceOf.ts'
import { type ColumnChoice, columnsOf } from './guess/guessColumns.ts'
import { dataRows } from './guess/guessHeader.ts'
import { partColumns, wholeKey } from './guess/headings.ts'
import { readCell, valueOf } from './readCell.ts'
import type { Sheet, SheetCell } from './Spreadsheet.ts'
import { partFields } from './targets.ts'

type Texts = Record<string, string>

/** The rows to send, one for each row of the sheet. The server joins those of one record. */
export function makeRows(kind: ImportKind, sheet: Sheet, answers: Answers): MadeRows {
  const isRecord = isRecordImport(kind)
  const columns = columnsOf(kind, answers.columns).filter(({ target }) => !target.layout)
  const partsIn = isRecord ? partReader(kind, answers) : undefined
  const made: { number: number; texts: Texts }[] = []
  const empty: number[] = []
  for (const { number, cells } of dataRows(sheet, answers.header)) {
    const read: Texts = {}
    for (const { target, index } of columns) {
      const text = valueOf(target, cells[index] ?? null, answers)
      // If several columns name a supporter, the one with the email counts.
      if (!read[target.field] || text.includes('@')) read[target.field] = text
    }
    const texts = { ...withNames(read), ...partsIn?.(cells) }
    // A line such as "Form 1" or "Prepared by" describes no student.
    if (Object.values(texts).every((text) => text === '')) empty.push(number)
    else made.push({ number, texts })
  }
  const exam = examByNumber(answers.columns)
  const rows = made.map(({ number, texts }): ImportedRow => {
    const blanks = answers.blanks[number]
    const row = filledIn({ ...(isRecord && blanks), ...filledIn(texts), ...answers.corrections[number] })
    if (isRecord) return row
    const duplicate = answers.decisions[number]
    // An update does not change the student's exam.
    const isAdded = !row['ref'] && typeof duplicate !== 'number'
    if (isAdded && exam && row['assessment_no'] && !row['kcpe']) row['entry_exam'] ||= exam
    const { picture_file = '', certificate_file = '', ...sent } = row
    const files = [picture_file, certificate_file].filter((name) => name && name.length <= FILE_NAME_MAX)
    return { ...sent, duplicate, keep: answers.kept.rows[number], blanks, ...(files.length > 0 && { files }) }
  })
  return {
    answers,
    rows,
    defaults: filledIn(answers.defaults),
    numbers: made.map(({ number }) => number),
    empty,
  }
}

/** Reads the marks or costs of a row: by subject or item, in the format of the server. */
function partReader(kind: RecordImport, answers: Answers) {
  const { name, value } = partFields[kind]
  const columns = columnsOf(kind, answers.columns)
  const inRow = columns.filter(({ target }) => target.layout === 'rows')
  const named = partColumns(kind, answers.columns).filter((part) => part.name !== '')
  const target = columns.find((each) => each.target.layout === 'columns')?.target
  const separator = kind === 'results' ? ' ' : COST_SEPARATOR
  return function partsIn(cells: SheetCell[]): Texts {
    const found = named.map((part) => [
      answerFor(answers.words[name], foldWord(part.name)) || part.name,
      target ? readCell(target, cells[part.index]) : '',
    ])
    const said = (field: string) =>
      inRow
        .filter((each) => each.target.field === field)
        .map((each) => valueOf(each.target, cells[each.index] ?? null, answers))
        .filter(Boolean)
        .join(' ')
    const [category, item] = [said(name) || (answers.defaults[name] ?? ''), said('item')]
    found.push([item === '' ? category : `${category}: ${item}`, said(value)])
    const parts: Texts = {}
    for (const [part = '', text = ''] of found) {
      // `22,000` of `22,000/=`
      const result = kind === 'receipts' ? text.replace(/\s*\/[=-]\s*$/, '') : text
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
export const filledIn = (texts: Texts): Texts =>
  Object.fromEntries(Object.entries(texts).filter(([, text]) => text.trim() !== ''))

/** The exam of students with an assessment number and no KCPE score, if the sheet has a column of such numbers. */
export function examByNumber(columns: readonly ColumnChoice[]): EntryExamName | undefined {
  const heading = columns.find(({ field }) => field === 'assessment_no')?.heading
  return heading === undefined ? undefined : /kplea/i.test(heading) ? 'KPLEA' : 'KJSEA'
}

/**
 * The choices to remember for the next import of this kind: fields of `POST /api/imports`. If there are more words than
 * the server accepts, only the first are sent, so that the import itself is not refused.
 */
export function toRemember({ columns, words }: Answers): Remembered {
  const used = new Set<string | null>(columns.map(({ field }) => field))
  for (const { column, name } of Object.values(partFields)) if (used.has(column)) used.add(name)
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
