import { type ImportKind, isRecordImport, type Remembered } from '#contract/imports.ts'
import { plural } from '../../../ui/plural.ts'
import type { NamedField } from '../../importApi.ts'
import { rowsOf } from '../../importJob.ts'
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
import { readCell } from '../../sheet/readCell.ts'
import { partFields, targetsOf } from '../../sheet/targets.ts'

const places = ['school', 'cluster'] as const
const times = ['year', 'term', 'class'] as const

/** The fields whose registered names an import needs. */
export const namedFields: Record<ImportKind, readonly NamedField[]> = {
  students: [...places, 'liaison', 'class'],
  schools: ['cluster'],
  supporters: [],
  staff: [],
  results: [...places, ...times, 'subject'],
  receipts: [...places, ...times, 'cost_category'],
}
export type Names = { [Field in NamedField]?: readonly string[] }

const noGuess = () => () => undefined
/** How names are guessed that no earlier import had. Places have questions of their own. */
const guessers: {
  [Field in NamedField]?: (ours: readonly string[]) => (said: string) => string | undefined
} = {
  // A year is never nearly another.
  year: noGuess,
  liaison: noGuess,
  term: guessNumbered,
  class: guessNumbered,
  subject: (ours) => guessShortened(ours, subjectSpellings),
  cost_category: (ours) => guessShortened(ours, categorySpellings),
}

/** Asks what the names mean that are not registered, such as years and subjects; headings name some. */
export function askNames(
  kind: ImportKind,
  job: Pick<ImportJob, 'sheet' | 'answers'>,
  ours: Names,
  remembered: Remembered | undefined,
): WordQuestion[] {
  const { columns } = job.answers
  const rows = rowsOf(job).length
  const parts = isRecordImport(kind) ? partColumns(kind, columns) : []
  const inHeadings = [...new Set(parts.map(({ name }) => name))].filter(Boolean)
  return namedFields[kind].flatMap((field): WordQuestion[] => {
    const target = targetsOf(kind).find((each) => each.field === field)
    const guesser = guessers[field]
    if (!target || !guesser) return []
    const names = ours[field] ?? []
    const known = new Set(names.map(foldWord))
    const headings = isRecordImport(kind) && field === partFields[kind].name ? inHeadings : []
    const cells = namesIn(job, field, names)
    const [guess, before] = [guesser(names), rememberedName(field, names, remembered)]
    const unknown = headings.filter((name) => !known.has(foldWord(name))).map((name) => ({ name, rows }))
    const words = [...unknown, ...cells.unknown].map(({ name, rows: count }) => ({
      word: name,
      rows: count,
      guess: before(name) ?? guess(name) ?? null,
    }))
    const understood = names.filter(
      (name) => cells.known.includes(name) || headings.some((each) => foldWord(each) === foldWord(name)),
    )
    const question = {
      target: { ...target, label: target.label.replace(' in each row', ''), words: names },
      heading: columns.find((column) => column.field === field)?.heading ?? '',
    }
    if (field !== 'liaison') return [{ ...question, words, understood }]
    const { length } = understood
    const count = `${words.length > 0 ? `${length} of ` : ''}${plural(length + words.length, 'name')}`
    // The check asks for officers without a guess.
    const guessed = words.filter((word) => word.guess !== null)
    return [{ ...question, words: guessed, understood: length > 0 ? [count] : [] }]
  })
}

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
    else if (name !== '') {
      const count = unknown.get(folded) ?? { name, rows: 0 }
      count.rows += 1
      unknown.set(folded, count)
    }
  }
  return {
    unknown: [...unknown.values()].toSorted((a, b) => b.rows - a.rows),
    known: ours.filter((name) => understood.has(foldWord(name))),
  }
}
