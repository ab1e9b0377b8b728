import { type ImportForm, type ImportKind, newLookups } from '#contract/imports.ts'
import { plural } from '../../ui/plural.ts'
import type { ImportBody } from '../importApi.ts'
import type { ImportJob } from '../importJob.ts'
import { type Answers, keyOf, REFUNDS } from './Answers.ts'
import type { Asked, Settled } from './ask/settle.ts'
import { makeRows } from './makeRows.ts'
import { newNames, rememberedHeadings, rememberedWords } from './remember.ts'
import type { SheetRow } from './rowsOf.ts'
import { targetsOf } from './targets.ts'

/** The rows of an import, its questions, and what their answers mean. */
export type Prepared = { rows: SheetRow[]; asked: Asked; settled: Settled }

/** The request body for the check and the import, with the rows that it was made from. */
export function bodyOf(kind: ImportKind, job: ImportJob, { rows, asked, settled }: Prepared) {
  const made = makeRows(kind, job, rows, settled, job.corrections)
  const { places, names } = newNames(asked, settled)
  const body = {
    kind,
    rows: made.rows,
    file: fileOf(job),
    keep: targetsOf(kind).flatMap(({ field }) => (isLeftOutOfAll(job.answers, field) ? field : [])),
    new_places: places,
    new_lookups: newLookups(names),
    refunds: refundsIn(job.answers),
    headings: rememberedHeadings(job.columns),
    words: rememberedWords(asked, settled),
  } satisfies ImportBody
  return { body, made }
}

/** `Results T1 2025.xlsx and 4 more files` */
function fileOf({ sheets }: Pick<ImportJob, 'sheets'>): string {
  const [first = '', ...others] = new Set(sheets.map(({ file }) => file))
  return others.length > 0 ? `${first} and ${plural(others.length, 'more file')}` : first
}

/** The answer about negative amounts; null without one. */
export function refundsIn(answers: Answers): ImportForm['refunds'] {
  const answer = answers[REFUNDS]
  return answer === undefined ? null : answer === 'left out' ? 'leave out' : 'take off'
}

/** Whether a field is left out of all updates. */
export const isLeftOutOfAll = (answers: Answers, field: string) =>
  answers[keyOf('update', field, '')] === 'left out'
