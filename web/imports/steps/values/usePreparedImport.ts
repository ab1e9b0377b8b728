import { useQueries, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { trimmed } from '#contract/base/fields.ts'
import { type ImportKind, type Remembered } from '#contract/imports.ts'
import { type ImportBody, type NamedField, namesQueries, rememberedQuery } from '../../importApi.ts'
import { meaningOf, namesIn, questionsOf, settledAnswers, type UnknownName } from '../../importJob.ts'
import type { ImportJob } from '../../ImportJobs.tsx'
import { isAsked } from '../../sheet/askDates.ts'
import { askBlanks } from '../../sheet/askMissing.ts'
import type { WordQuestion } from '../../sheet/askWords.ts'
import { columnsOf } from '../../sheet/guess/guessColumns.ts'
import { isWrittenOut, nameGuesser, nameKey, nameWords, rememberedName } from '../../sheet/guess/guessName.ts'
import { answerFor, foldWord } from '../../sheet/choiceOf.ts'
import { noAnswers } from '../../sheet/Answers.ts'
import { makeRows, toRemember } from '../../sheet/makeRows.ts'
import { useNames, useNamesQuery } from '../../ValueInput.tsx'
import { askRecordNames, guessesOf, hasRecordNames, recordNameFields } from './recordNames.ts'

/** Matches the sheet's names with the registered ones, lists the open questions, and makes the rows to send. */
export function usePreparedImport(kind: ImportKind, job: ImportJob) {
  const remembered = useQuery(rememberedQuery(kind)).data
  const field = kind === 'schools' ? 'cluster' : 'school'
  const { data: ours, error, refetch } = useNamesQuery(field)
  const liaisons = useNames('liaison')
  const lookups = useLookupNames(kind)
  const { sheet, answers, newSchools, newClusters } = job
  // Memoised, because it reads every row of the sheet and must not run at each keystroke.
  const answered = useMemo(
    () => ({ sheet, answers, newSchools, newClusters }),
    [sheet, answers, newSchools, newClusters],
  )
  const questions = useMemo(
    () => questionsOf(kind, { sheet, answers }, remembered),
    // oxlint-disable-next-line react/exhaustive-deps -- the questions follow from the sheet and its columns alone
    [kind, sheet, answers.header, answers.columns, remembered],
  )
  const places = useMemo(
    () => placesOf(answered, field, valuesOf(ours), remembered),
    [answered, field, ours, remembered],
  )
  const officers = useMemo(
    () =>
      liaisons && kind === 'students' ? officersOf(answered, valuesOf(liaisons), remembered) : undefined,
    [liaisons, kind, answered, remembered],
  )
  const recordNames = useMemo(
    () => (lookups && hasRecordNames(kind) ? askRecordNames(kind, answered, lookups, remembered) : undefined),
    [lookups, kind, answered, remembered],
  )
  const { header, columns, mended, decisions } = answers
  const blanks = useMemo(
    () => askBlanks(kind, sheet, { ...noAnswers, header, columns, mended, decisions }),
    [kind, sheet, header, columns, mended, decisions],
  )
  const dates = questions.dates.filter(
    ({ order, serials, swapped }) => (order && isAsked(order)) || serials || swapped,
  )
  const asked = [...questions.words, ...(officers?.questions ?? []), ...(recordNames ?? [])]
  const words = asked.filter((each) => each.words.length > 0)
  const isReady = ours !== undefined && lookups !== undefined
  const open = dates.length + words.length + blanks.length + places.unknown.length
  return {
    /** The questions of the Values step. Without questions the step is skipped. */
    dates,
    words,
    asksNothing: isReady && open === 0,
    /** False until the registered places have loaded; until then no place counts as unknown. */
    isReady,
    failure: ours ? undefined : (error ?? undefined),
    retry: () => void refetch(),
    questions,
    blanks,
    places,
    officers,
    recordNames,
  }
}

const NO_FIELDS: readonly NamedField[] = []

/** The registered years, terms, classes and subjects, and the categories; undefined until they are loaded. */
function useLookupNames(kind: ImportKind): Record<string, readonly string[]> | undefined {
  const fields: readonly NamedField[] = hasRecordNames(kind) ? recordNameFields[kind] : NO_FIELDS
  const names = useQueries({
    queries: fields.map((field) => namesQueries[field] as typeof namesQueries.class),
    combine: (results) => results.map(({ data }) => data),
  })
  return useMemo(() => {
    const found = fields.map((field, place) => [field, names[place]] as const)
    if (found.some(([, each]) => each === undefined)) return undefined
    return Object.fromEntries(found.map(([field, each]) => [field, valuesOf(each)]))
  }, [fields, names])
}

const valuesOf = (names: { value: string }[] = []) => names.map(({ value }) => value)

/** The answers about a sheet, without unsaved typing. */
type Answered = Pick<ImportJob, 'sheet' | 'answers' | 'newSchools' | 'newClusters'>

export type Places = ReturnType<typeof placesOf>
export type Prepared = ReturnType<typeof usePreparedImport>

/** The sheet's schools or clusters that are not registered, with the answer or guess for each. */
export function placesOf(
  job: Answered,
  field: 'school' | 'cluster',
  ours: readonly string[],
  remembered: Remembered | undefined,
) {
  const { unknown, understood } = namesIn(job, field, ours)
  const added: Record<string, string | true> = field === 'school' ? job.newSchools : job.newClusters
  const guesses: Record<string, string> = {}
  const meant = (name: string) => meaningOf(job, field, name, answerFor(guesses, foldWord(name)))
  const guessOf = nameGuesser(field, ours, remembered)
  const twinOf = twinFinder(field, unknown)
  for (const { name } of unknown.toSorted(byFullness)) {
    const twin = twinOf(name)
    if (Object.hasOwn(added, name)) continue
    const guess = guessOf(name) ?? (twin && (meant(twin) || twin))
    if (guess) guesses[foldWord(name)] = guess
  }
  const said = job.answers.words[field] ?? {}
  const isAdded = (name: string) =>
    Object.hasOwn(added, name)
      ? !answerFor(said, foldWord(name))
      : // A new cluster needs only its name; a new school needs a cluster.
        field === 'cluster' && meant(name) === '' && !Object.hasOwn(said, foldWord(name))
  return {
    field,
    ours,
    unknown,
    understood,
    guesses,
    isAdded,
    meant,
    isSettled: (name: string) => (isAdded(name) ? trimmed(String(added[name])) : meant(name)) !== '',
  }
}

/** Comparing each with each takes too long for a column that was assigned by mistake. */
const COMPARED_MAX = 300

/** Names that are written out come first, then frequent ones. */
function byFullness(one: UnknownName, other: UnknownName): number {
  const ranks = [one, other].map(({ name, rows }) => [
    Number(name !== name.toUpperCase()),
    nameWords(name).length,
    Number(isWrittenOut(name)),
    rows,
  ])
  const [a = [], b = []] = ranks
  return a.reduce((order, rank, place) => order || (b[place] ?? 0) - rank, 0)
}

/** Sheets often spell one place in several ways: finds a name, of those asked before, that certainly means the same. */
function twinFinder(field: string, unknown: readonly UnknownName[]) {
  const byKey = new Map<string, string>()
  const all = unknown.map(({ name }) => name)
  return (name: string): string | undefined => {
    const key = nameKey(name)
    const spelled = [...byKey.values()]
    const twin =
      byKey.get(key) ??
      (all.length <= COMPARED_MAX ? nameGuesser(field, spelled, undefined, all)(name) : undefined)
    if (twin === undefined && key !== '') byKey.set(key, name)
    return twin
  }
}

/** Names of liaison officers that match no user, with their meaning in an earlier import. */
export function officersOf(
  job: Pick<ImportJob, 'sheet' | 'answers'>,
  ours: readonly string[],
  remembered: Remembered | undefined,
) {
  const names = namesIn(job, 'liaison', ours)
  const before = rememberedName('liaison', ours, remembered)
  const words = names.unknown.flatMap(({ name, rows }) => {
    const guess = before(name)
    return guess ? { word: name, rows, guess } : []
  })
  const questions = columnsOf('students', job.answers.columns, 'names').flatMap(
    ({ target, heading }): WordQuestion[] =>
      target.field === 'liaison'
        ? [{ target: { ...target, words: ours }, heading, words, understood: [] }]
        : [],
  )
  return {
    ...names,
    questions,
    guesses: Object.fromEntries(words.map(({ word, guess }) => [foldWord(word), guess])),
  }
}

/** The request body for the check and the import. */
export function bodyOf(
  kind: ImportKind,
  job: ImportJob,
  {
    questions,
    places,
    officers,
    recordNames,
  }: Pick<Prepared, 'questions' | 'places' | 'officers' | 'recordNames'>,
  clusters: readonly string[],
) {
  const guesses = {
    [places.field]: places.guesses,
    ...(officers && { liaison: officers.guesses }),
    ...guessesOf(recordNames ?? []),
  }
  const answers = settledAnswers(job, questions, guesses)
  const made = makeRows(kind, job.sheet, answers)
  const isAdded = ({ name }: UnknownName) => places.isAdded(name) && places.isSettled(name)
  const added = places.unknown.filter(isAdded).map(({ name }) => name)
  const new_schools =
    places.field === 'school'
      ? added.map((school) => ({ school, cluster: job.newSchools[school] ?? '' }))
      : []
  const new_clusters =
    places.field === 'cluster'
      ? added
      : [...new Set(new_schools.map(({ cluster }) => cluster))].filter((name) => !clusters.includes(name))
  const body: ImportBody = {
    kind,
    rows: made.rows,
    file: job.file.name,
    defaults: made.defaults,
    keep: answers.kept.fields,
    files: made.files,
    new_schools,
    new_clusters,
    ...toRemember(answers),
  }
  return { body, made }
}
