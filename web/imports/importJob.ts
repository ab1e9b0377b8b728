import type { ImportKind, Remembered } from '#contract/imports.ts'
import { newIdempotencyKey } from '../ui/modal/idempotencyKey.ts'
import type { ImportJob } from './ImportJobs.tsx'
import { answerFor, foldWord } from './sheet/choiceOf.ts'
import { guessColumns } from './sheet/guess/guessColumns.ts'
import { dataRows, guessHeader } from './sheet/guess/guessHeader.ts'
import { answersStillValid, findHeader } from './sheet/answersStillValid.ts'
import type { Answers } from './sheet/Answers.ts'
import { toRemember } from './sheet/makeRows.ts'
import { isEmptyRow, type Sheet, type Spreadsheet } from './sheet/Spreadsheet.ts'

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
  const columns = guessColumns(kind, sheet, header, { ...remembered?.headings, ...headings })
  return {
    id: before?.file === file ? before.id : newIdempotencyKey(),
    file,
    sheets,
    sheet,
    headings,
    ...answersStillValid(kind, before, { sheet, header, columns }),
  }
}

export const rowsOf = ({ sheet, answers }: Pick<ImportJob, 'sheet' | 'answers'>) =>
  sheet.refusal ? [] : dataRows(sheet, answers.header)

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
