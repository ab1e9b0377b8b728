import { type ImportKind, isRecordImport, type Remembered } from '#contract/imports.ts'
import { type NamedField, namesQueries } from '../../importApi.ts'
import { rowsOf } from '../../importJob.ts'
import type { ImportJob } from '../../ImportJobs.tsx'
import { type WordQuestion, wordsIn } from '../../sheet/askWords.ts'
import { foldWord, rememberedName } from '../../sheet/choiceOf.ts'
import { guessNumbered, guessShortened } from '../../sheet/guess/guessLookup.ts'
import { partColumns } from '../../sheet/guess/headings.ts'
import { partFields, targetsOf } from '../../sheet/targets.ts'

/** The fields whose registered names an import needs. A new school needs a cluster. */
export const namedFields = (kind: ImportKind): NamedField[] =>
  targetsOf(kind)
    .filter(({ cellKind }) => cellKind === 'names')
    .flatMap(({ field }) => (field === 'school' ? ['school', 'cluster'] : isNamed(field) ? field : []))
const isNamed = (field: string): field is NamedField => Object.hasOwn(namesQueries, field)
export type Names = { [Field in NamedField]?: readonly string[] }

/** The guessers for names that no earlier import had. Years have none: a similar year is another year. */
const guessers: Partial<Record<NamedField, typeof guessShortened>> = {
  term: guessNumbered,
  class: guessNumbered,
  subject: guessShortened,
  cost_category: guessShortened,
}

/** Places have questions of their own, and other supporters are added by name. */
const notAsked = new Set<NamedField>(['school', 'cluster', 'supporter'])

/** Asks for the meanings of names that are not registered, such as years and subjects. Headings contain some of them. */
export function askNames(
  kind: ImportKind,
  job: Pick<ImportJob, 'sheet' | 'answers'>,
  ours: Names,
  remembered: Remembered | undefined,
): WordQuestion[] {
  const { columns } = job.answers
  const rows = rowsOf(job)
  const parts = isRecordImport(kind) ? partColumns(kind, columns) : []
  const inHeadings = [...new Set(parts.map(({ name }) => name))].filter(Boolean)
  return namedFields(kind).flatMap((field): WordQuestion[] => {
    const found = targetsOf(kind).find((each) => each.field === field)
    if (!found || notAsked.has(field)) return []
    const words = ours[field] ?? []
    const target = { ...found, label: found.label.replace(' in each row', ''), words }
    const column = columns.find((each) => each.field === field)
    const cells = wordsIn(rows, target, column?.index)
    const headings = isRecordImport(kind) && field === partFields[kind].name ? inHeadings : []
    const meant = new Map(words.map((name) => [foldWord(name), name]))
    const inHeading = headings.map((word) => ({ word, rows: rows.length, name: meant.get(foldWord(word)) }))
    const [guess, before] = [
      guessers[field]?.(words, found.spellings),
      rememberedName(field, words, remembered),
    ]
    const unknown = [...inHeading.filter(({ name }) => name === undefined), ...cells.unknown]
    const known = new Set([...inHeading.flatMap(({ name }) => name ?? []), ...cells.understood])
    const question = {
      target,
      heading: column?.heading ?? '',
      words: unknown.map(({ word, rows: count }) => ({
        word,
        rows: count,
        guess: before(word) ?? guess?.(word) ?? null,
      })),
      understood: words.filter((name) => known.has(name)),
    }
    if (field !== 'liaison') return [question]
    const guessed = question.words.filter((each) => each.guess !== null)
    return [{ ...question, words: guessed, unasked: question.words.length - guessed.length }]
  })
}
