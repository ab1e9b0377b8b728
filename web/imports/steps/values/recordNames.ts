import { type ImportKind, isRecordImport, type RecordImport, type Remembered } from '#contract/imports.ts'
import { namesIn, rowsOf } from '../../importJob.ts'
import type { ImportJob } from '../../ImportJobs.tsx'
import type { WordQuestion } from '../../sheet/askWords.ts'
import { foldWord } from '../../sheet/choiceOf.ts'
import {
  categorySpellings,
  guessNumbered,
  guessShortened,
  subjectSpellings,
} from '../../sheet/guess/guessLookup.ts'
import { rememberedName } from '../../sheet/guess/guessName.ts'
import { partColumns } from '../../sheet/guess/partColumns.ts'
import { partFields, targetsOf } from '../../sheet/targets.ts'

/** The fields that hold registered names, besides those of students, users and schools. */
export const recordNameFields = {
  results: ['year', 'term', 'class', 'subject'],
  receipts: ['year', 'term', 'class', 'cost_category'],
  students: ['class'],
} as const satisfies Record<RecordImport | 'students', readonly string[]>
type NamingImport = keyof typeof recordNameFields
export type RecordNameField = (typeof recordNameFields)[NamingImport][number]

export const hasRecordNames = (kind: ImportKind): kind is NamingImport =>
  Object.hasOwn(recordNameFields, kind)

const guessers: Record<RecordNameField, (ours: readonly string[]) => (said: string) => string | undefined> = {
  // A year is never nearly another.
  year: () => () => undefined,
  term: guessNumbered,
  class: guessNumbered,
  subject: (ours) => guessShortened(ours, subjectSpellings),
  cost_category: (ours) => guessShortened(ours, categorySpellings),
}

/** Asks what the years, terms, classes, subjects and categories mean that are not registered; headings name some. */
export function askRecordNames(
  kind: NamingImport,
  job: Pick<ImportJob, 'sheet' | 'answers'>,
  ours: Record<string, readonly string[]>,
  remembered: Remembered | undefined,
): WordQuestion[] {
  const { columns } = job.answers
  const rows = rowsOf(job).length
  const parts = isRecordImport(kind)
    ? { columns: partColumns(kind, columns), ...partFields[kind] }
    : undefined
  const inHeadings = [...new Set(parts?.columns.map(({ name }) => name))].filter(Boolean)
  return recordNameFields[kind].flatMap((field): WordQuestion[] => {
    const target = targetsOf(kind).find((each) => each.field === field)
    if (!target) return []
    const names = ours[field] ?? []
    const known = new Set(names.map(foldWord))
    const headings = field === parts?.name ? inHeadings : []
    const cells = namesIn(job, field, names)
    const [guess, before] = [guessers[field](names), rememberedName(field, names, remembered)]
    const unknown = headings.filter((name) => !known.has(foldWord(name))).map((name) => ({ name, rows }))
    return [
      {
        target: { ...target, label: target.label.replace(' in each row', ''), words: names },
        heading: columns.find((column) => column.field === field)?.heading ?? '',
        words: [...unknown, ...cells.unknown].map(({ name, rows: count }) => ({
          word: name,
          rows: count,
          guess: before(name) ?? guess(name) ?? null,
        })),
        understood: names.filter(
          (name) => cells.known.includes(name) || headings.some((each) => foldWord(each) === foldWord(name)),
        ),
      },
    ]
  })
}

/** By field and word: the guess, for words without an answer. */
export const guessesOf = (questions: readonly WordQuestion[]) =>
  Object.fromEntries(
    questions.map(({ target, words }) => [
      target.field,
      Object.fromEntries(words.flatMap(({ word, guess }) => (guess ? [[foldWord(word), guess]] : []))),
    ]),
  )
