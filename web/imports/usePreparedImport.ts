import { useQueries, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type ImportKind, recordParts } from '#contract/imports.ts'
import { namesQuery, rememberedQuery } from './importApi.ts'
import type { ImportJob } from './importJob.ts'
import { dateKeys, openDates } from './sheet/ask/askDates.ts'
import type { Corrections } from './sheet/Answers.ts'
import type { Names, Question } from './sheet/ask/Question.ts'
import { askAll, settle } from './sheet/ask/settle.ts'
import type { Prepared } from './sheet/bodyOf.ts'
import { rowsOf, type SheetRow } from './sheet/rowsOf.ts'
import { type NamedField, targetsOf } from './sheet/targets.ts'

/** Everything that follows from an unfinished import: its rows, its questions with their answers, and what is still open. */
export function usePreparedImport(kind: ImportKind, job: ImportJob) {
  const remembered = useQuery(rememberedQuery(kind)).data
  const { names, failure } = useRegisteredNames(kind)
  const { sheets, columns, answers } = job
  const rows = useMemo(() => rowsOf(sheets), [sheets])
  const ofSheets = JSON.stringify(Object.entries(answers).filter(([key]) => key.startsWith('sheet ')))
  // Memoised, because it reads every row and must not run at each answer.
  const asked = useMemo(
    () => names && askAll(kind, { sheets, columns }, rows, names, remembered, answers),
    // oxlint-disable-next-line react/exhaustive-deps -- of the answers, the questions depend on those about sheets alone
    [kind, sheets, columns, rows, names, remembered, ofSheets],
  )
  const prepared = useMemo(
    () => asked && { rows, asked, settled: settle(asked, answers) },
    [rows, asked, answers],
  )
  return {
    rows,
    /** Undefined until the registered names have loaded; until then no name counts as unknown. */
    prepared,
    /** The keys of the questions without an answer, in the order in which they are asked. */
    open: prepared ? openKeys(prepared, job) : [],
    /** The number of questions that the user has answered. */
    answered: prepared ? askedKeys(prepared).filter((key) => answers[key] !== undefined).length : 0,
    failure,
  }
}

const askedKeys = ({ asked: { dates, questions } }: Prepared) => [
  ...dates.flatMap((date) => Object.values(dateKeys(date)).filter((key) => key !== undefined)),
  ...questions.map(({ key }) => key),
]

const openKeys = ({ asked, settled, rows }: Prepared, { answers, corrections }: ImportJob) => [
  ...asked.dates.flatMap((date) => openDates(date, answers)),
  ...asked.questions.flatMap((question) =>
    settled.answer(question.key) !== undefined || isCorrected(question, rows, corrections)
      ? []
      : question.key,
  ),
]

/** Whether each row of a question has a value of its own. */
const isCorrected = ({ kind, target, rows: own }: Question, rows: SheetRow[], corrections: Corrections) =>
  (kind === 'blank' || kind === 'mark') &&
  own.every((at) =>
    Object.keys(corrections[rows[at]?.key ?? ''] ?? {}).some((field) =>
      kind === 'blank' ? field === target.field : field.startsWith(recordParts.results),
    ),
  )

/** The fields whose registered names an import needs. A new school needs a cluster. */
const namedFields = (kind: ImportKind): NamedField[] =>
  targetsOf(kind)
    .filter(({ cellKind, field }) => cellKind === 'names' && field !== 'name')
    .flatMap(({ field }) => (field === 'school' ? ['school', 'cluster'] : (field as NamedField)))

/** The registered names that an import needs, by field. */
function useRegisteredNames(kind: ImportKind) {
  const fields = namedFields(kind)
  return useQueries({
    queries: fields.map(namesQuery),
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
