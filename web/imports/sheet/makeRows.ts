import {
  FILE_NAME_MAX,
  type ImportedRow,
  type ImportKind,
  isRecordImport,
  type Remembered,
  wordSchema,
  WORDS_MAX,
} from '#contract/imports.ts'
import type { EntryExamName } from '#contract/students/entryExams.ts'
import type { Answers, MadeRows } from './Answers.ts'
import { type ColumnChoice, columnsOf } from './guess/guessColumns.ts'
import { dataRows } from './guess/guessHeader.ts'
import { wholeKey } from './guess/headings.ts'
import { filledIn, joinName, valueOf } from './readCell.ts'
import { makeRecordRows } from './recordRows.ts'
import type { Sheet } from './Spreadsheet.ts'
import { partFields } from './targets.ts'

export function makeRows(kind: ImportKind, sheet: Sheet, answers: Answers): MadeRows {
  if (isRecordImport(kind)) return makeRecordRows(kind, sheet, answers)
  const read = dataRows(sheet, answers.header)
  const columns = columnsOf(kind, answers.columns)
  const exam = examByNumber(answers.columns)
  const files: MadeRows['files'] = {}
  const numbers: number[] = []
  const empty: number[] = []
  const rows = read.flatMap(({ number, cells }): ImportedRow[] => {
    const texts: Record<string, string> = {}
    for (const { target, index: column } of columns) {
      const text = valueOf(target, cells[column] ?? null, answers)
      // Of the columns for a supporter, the one with the email counts.
      if (!texts[target.field] || text.includes('@')) texts[target.field] = text
    }
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
