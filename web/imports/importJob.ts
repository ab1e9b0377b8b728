import type { ImportKind, Remembered } from '#contract/imports.ts'
import { newIdempotencyKey } from '../ui/modal/idempotencyKey.ts'
import type { ImportJob } from './ImportJobs.tsx'
import { askDates } from './sheet/askDates.ts'
import { askWords } from './sheet/askWords.ts'
import { answerFor, foldWord } from './sheet/choiceOf.ts'
import { guessColumns } from './sheet/guess/guessColumns.ts'
import { dataRows, guessHeader } from './sheet/guess/guessHeader.ts'
import { answersStillValid, findHeader } from './sheet/answersStillValid.ts'
import type { Answers } from './sheet/Answers.ts'
import { toRemember } from './sheet/makeRows.ts'
import { readCell } from './sheet/readCell.ts'
import { isEmptyRow, type Sheet, type Spreadsheet } from './sheet/Spreadsheet.ts'

/** Names of sheets with explanations. */
const EXPLAINS = /^(read\W*me|notes?|instructions?|how to\b.*|help|about|cover)$/i

/** The likely sheet of a file: the first one that has rows and may be imported. */
export function likelySheet(sheets: readonly Sheet[]): Sheet | undefined {
  const filled = sheets.filter(({ rows, refusal }) => !refusal && rows.some((cells) => !isEmptyRow(cells)))
  return filled.find(({ name }) => !EXPLAINS.test(name.trim())) ?? filled[0] ?? sheets[0]
}

/**
 * The job for a chosen file, sheet or heading row. Earlier answers that are still valid are reused, because people
 * correct their sheet and choose it again.
 */
export function jobOf(
  kind: ImportKind,
  { file, sheets, sheet }: Pick<ImportJob, 'file' | 'sheet'> & Spreadsheet,
  remembered: Remembered | undefined,
  before?: ImportJob,
  header = (before && findHeader(sheet, before)) ?? guessHeader(sheet.rows),
): ImportJob {
  const headings = { ...before?.headings, ...(before && toRemember(before.answers).headings) }
  const columns = guessColumns(kind, sheet, header, {
    words: {},
    headings: { ...remembered?.headings, ...headings },
  })
  return {
    id: before?.file === file ? before.id : newIdempotencyKey(),
    file,
    sheets,
    sheet,
    headings,
    ...answersStillValid(kind, before, { sheet, header, columns }),
    newSchools: before?.newSchools ?? {},
    newClusters: before?.newClusters ?? {},
  }
}

export const rowsOf = ({ sheet, answers }: Pick<ImportJob, 'sheet' | 'answers'>) =>
  sheet.refusal ? [] : dataRows(sheet, answers.header)

/** A name in the sheet that is not registered, and the number of its rows. */
export type UnknownName = { name: string; rows: number }

/** Splits the names of a column into those in `ours` and the unknown ones. */
export function namesIn(job: Pick<ImportJob, 'sheet' | 'answers'>, field: string, ours: readonly string[]) {
  const index = job.answers.columns.find((column) => column.field === field)?.index
  const known = new Set(ours.map(foldWord))
  const unknown = new Map<string, UnknownName>()
  const understood = new Set<string>()
  for (const { cells } of index === undefined ? [] : rowsOf(job)) {
    const name = readCell({ holds: 'names', words: [] }, cells[index ?? 0])
    const folded = foldWord(name)
    if (known.has(folded)) understood.add(folded)
    else if (name !== '')
      unknown.set(folded, {
        name: unknown.get(folded)?.name ?? name,
        rows: (unknown.get(folded)?.rows ?? 0) + 1,
      })
  }
  return {
    unknown: [...unknown.values()].toSorted((a, b) => b.rows - a.rows),
    understood: understood.size,
    known: ours.filter((name) => understood.has(foldWord(name))),
  }
}

export type Questions = ReturnType<typeof questionsOf>

/** All questions about the values of a sheet. */
export const questionsOf = (
  kind: ImportKind,
  { sheet, answers }: Pick<ImportJob, 'sheet' | 'answers'>,
  remembered: Remembered | undefined,
) => ({
  dates: askDates(kind, sheet, answers.header, answers.columns),
  words: askWords(kind, sheet, answers.header, answers.columns, remembered),
})

/** The meaning of a word: the answer, or else the guess. */
export const meaningOf = (
  { answers }: Pick<ImportJob, 'answers'>,
  field: string,
  word: string,
  guess: string | null | undefined,
) => answerFor(answers.words[field], foldWord(word)) ?? guess ?? ''

export const withWord = (answers: Answers, field: string, word: string, meaning: string): Answers => ({
  ...answers,
  words: { ...answers.words, [field]: { ...answers.words[field], [foldWord(word)]: meaning } },
})

/** The answers, completed by the guesses. Values without an answer are sent unchanged, and the check refuses them. */
export function settledAnswers(
  job: ImportJob,
  { dates, words }: Questions,
  guesses: Answers['words'],
): Answers {
  const settled: Answers = { ...job.answers, words: {}, dates: { ...job.answers.dates } }
  for (const field of new Set([...Object.keys(guesses), ...Object.keys(job.answers.words)]))
    settled.words[field] = meant({ ...guesses[field], ...job.answers.words[field] })
  for (const { target, words: asked } of words)
    for (const { word, guess } of asked)
      settled.words[target.field] = {
        ...(guess !== null && { [foldWord(word)]: guess }),
        ...settled.words[target.field],
      }
  for (const { target, order, swapped } of dates) {
    const said = job.answers.dates[target.field]
    settled.dates[target.field] = {
      ...said,
      order: said?.order ?? order?.settled ?? null,
      ...(swapped && { areSwapped: said?.areSwapped ?? null }),
    }
  }
  return settled
}

/** Without words whose answer is incomplete. */
const meant = (words: Record<string, string>) =>
  Object.fromEntries(Object.entries(words).filter(([, meaning]) => meaning !== ''))
