import { useQueries, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { trimmed } from '#contract/base/fields.ts'
import { isWrittenOut, nameGuesser, nameWords, twinFinder } from '#contract/base/nameGuesser.ts'
import type { ImportKind, Remembered } from '#contract/imports.ts'
import { type ImportBody, namesQueries, rememberedQuery } from '../../importApi.ts'
import { meaningOf, rowsOf } from '../../importJob.ts'
import type { ImportJob } from '../../ImportJobs.tsx'
import { askDates, isAsked } from '../../sheet/askDates.ts'
import { askBlanks } from '../../sheet/askMissing.ts'
import { askWords, type WordQuestion, wordsIn } from '../../sheet/askWords.ts'
import { answerFor, foldWord, rememberedName } from '../../sheet/choiceOf.ts'
import { type Answers, noAnswers } from '../../sheet/Answers.ts'
import { makeRows, toRemember } from '../../sheet/makeRows.ts'
import { targetsOf } from '../../sheet/targets.ts'
import { askNames, namedFields, type Names } from './askNames.ts'

/** Matches the sheet's names with the registered ones, lists the open questions, and makes the rows to send. */
export function usePreparedImport(kind: ImportKind, job: ImportJob) {
  const remembered = useQuery(rememberedQuery(kind)).data
  const { names, failure } = useRegisteredNames(kind)
  const { sheet, answers } = job
  // Memoised, because it reads every row of the sheet and must not run at each keystroke.
  const questions = useMemo(
    () => ({
      dates: askDates(kind, { sheet, ...answers }),
      words: [
        ...askWords(kind, { sheet, ...answers }, remembered),
        ...(names ? askNames(kind, { sheet, answers }, names, remembered) : []),
      ],
    }),
    // oxlint-disable-next-line react/exhaustive-deps -- the questions follow from the sheet and its columns alone
    [kind, sheet, answers.header, answers.columns, names, remembered],
  )
  const places = useMemo(
    () => placesOf(kind, { sheet, answers }, names, remembered),
    [kind, sheet, answers, names, remembered],
  )
  const { header, columns, corrections, decisions } = answers
  const blanks = useMemo(
    () => askBlanks(kind, sheet, { ...noAnswers, header, columns, corrections, decisions }),
    [kind, sheet, header, columns, corrections, decisions],
  )
  const dates = questions.dates.filter(
    ({ order, serials, swapped }) => (order && isAsked(order)) || serials || swapped,
  )
  const words = questions.words.filter((each) => each.words.length > 0)
  const open = dates.length + words.length + blanks.length + places.unknown.length
  return {
    /** The questions of the Values step. Without questions the step is skipped. */
    dates,
    words,
    asksNothing: names !== undefined && open === 0,
    /** Undefined until all have loaded; until then no name counts as unknown. */
    names,
    failure,
    questions,
    blanks,
    places,
  }
}

/** The registered names that an import needs, by field. */
function useRegisteredNames(kind: ImportKind) {
  const fields = namedFields(kind)
  return useQueries({
    queries: fields.map((field) => namesQueries[field] as typeof namesQueries.class),
    combine(results) {
      const error = results.find(({ data }) => !data)?.error
      const onRetry = () => results.forEach(({ refetch }) => void refetch())
      const names = results.map(({ data }, at) => [fields[at], data?.map(({ value }) => value)])
      return {
        names: results.every(({ data }) => data) ? (Object.fromEntries(names) as Names) : undefined,
        failure: error ? { error, onRetry } : undefined,
      }
    },
  })
}

export type Places = ReturnType<typeof placesOf>
export type PreparedImport = ReturnType<typeof usePreparedImport>

/** The sheet's schools or clusters that are not registered, with the answer or guess for each. */
export function placesOf(
  kind: ImportKind,
  job: Pick<ImportJob, 'sheet' | 'answers'>,
  names: Names | undefined,
  remembered: Remembered | undefined,
) {
  const field = kind === 'schools' ? 'cluster' : 'school'
  const ours = names?.[field] ?? []
  const target = targetsOf(kind).find((each) => each.field === field)
  const column = job.answers.columns.find((each) => each.field === field)
  const found = target && wordsIn(rowsOf(job), { ...target, words: ours }, column?.index)
  const unknown = found?.unknown ?? []
  const { added, words } = job.answers
  const guesses: Record<string, string> = {}
  const meant = (name: string) => meaningOf(job, field, name, answerFor(guesses, foldWord(name)))
  const clusterOf = (name: string) => answerFor(added, foldWord(name)) ?? ''
  const [before, guessOf] = [rememberedName(field, ours, remembered), nameGuesser(ours)]
  const twins = twinFinder(unknown.map(({ word }) => word))
  for (const { word } of unknown.toSorted(byFullness)) {
    const twin = twins.find(word)
    if (!twin) twins.add(word)
    if (Object.hasOwn(added, foldWord(word))) continue
    const guess = before(word) ?? guessOf(word) ?? (twin && (meant(twin) || twin))
    if (guess) guesses[foldWord(word)] = guess
  }
  const answerOf = (name: string): 'add' | 'ours' | undefined => {
    const key = foldWord(name)
    if (Object.hasOwn(added, key)) return 'add'
    if (meant(name) !== '' || Object.hasOwn(words[field] ?? {}, key)) return 'ours'
    // A new cluster needs only its name; a new school needs a cluster.
    return field === 'cluster' ? 'add' : undefined
  }
  const isSettled = (name: string) =>
    answerOf(name) === 'add' ? field === 'cluster' || trimmed(clusterOf(name)) !== '' : meant(name) !== ''
  return {
    field,
    ours,
    unknown,
    understood: found?.understood.length ?? 0,
    guesses,
    meant,
    answerOf,
    clusterOf,
    isSettled,
    /** Places without an answer. */
    open: unknown.flatMap(({ word }) => (answerOf(word) !== 'add' && meant(word) === '' ? word : [])),
  }
}

type Unknown = { word: string; rows: number }

/** Names that are written out come first, then frequent ones. */
function byFullness(one: Unknown, other: Unknown): number {
  const ranks = ({ word, rows }: Unknown) => [
    Number(word !== word.toUpperCase()),
    nameWords(word).length,
    Number(isWrittenOut(word)),
    rows,
  ]
  const others = ranks(other)
  return ranks(one).reduce((order, rank, at) => order || (others[at] ?? 0) - rank, 0)
}

/** By field and word: the guess, for words without an answer. */
export const guessesOf = (questions: readonly WordQuestion[]): Answers['words'] =>
  Object.fromEntries(
    questions.map(({ target, words }) => [
      target.field,
      Object.fromEntries(words.flatMap(({ word, guess }) => (guess ? [[foldWord(word), guess]] : []))),
    ]),
  )

type Asked = Pick<PreparedImport, 'questions' | 'places'>

/** The answers, completed by the guesses. Values without an answer are sent unchanged, and the check refuses them. */
function settledAnswers({ answers }: ImportJob, { questions, places }: Asked): Answers {
  const guesses = { [places.field]: places.guesses, ...guessesOf(questions.words) }
  const words: Answers['words'] = {}
  for (const field of new Set([...Object.keys(guesses), ...Object.keys(answers.words)])) {
    const meanings = Object.entries({ ...guesses[field], ...answers.words[field] })
    // Leaves out words whose answer is incomplete.
    words[field] = Object.fromEntries(meanings.filter(([, meaning]) => meaning !== ''))
  }
  const dates = { ...answers.dates }
  for (const { target, order, swapped } of questions.dates) {
    const said = answers.dates[target.field]
    dates[target.field] = {
      ...said,
      order: said?.order ?? order?.settled ?? null,
      ...(swapped && { areSwapped: said?.areSwapped ?? null }),
    }
  }
  return { ...answers, words, dates }
}

/** The request body for the check and the import. */
export function bodyOf(kind: ImportKind, job: ImportJob, asked: Asked) {
  const { field, unknown, answerOf, clusterOf, isSettled } = asked.places
  const answers = settledAnswers(job, asked)
  const made = makeRows(kind, job.sheet, answers)
  const new_places = unknown.flatMap(({ word }) => {
    if (answerOf(word) !== 'add' || !isSettled(word)) return []
    return field === 'school' ? { school: word, cluster: clusterOf(word) } : { cluster: word }
  })
  const body = {
    kind,
    rows: made.rows,
    file: job.file.name,
    defaults: made.defaults,
    keep: answers.kept.fields,
    new_places,
    ...toRemember(answers),
  } satisfies ImportBody
  return { body, made }
}
