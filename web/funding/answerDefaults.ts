import { findPeriod, type Period } from '../students/promises/periods.ts'
import type { Promised } from './renewalWords.ts'

export type Answer = 'renew' | 'end'

/**
 * The terms with which an answer starts: a renewed promise follows for a year, and one that ends does so as promised, or with
 * the late term of `lateYear` if its end is open.
 */
export function answerDefaults(
  answer: Answer,
  promise: Pick<Promised, 'until_year_id' | 'until_term_id' | 'term_id'> | undefined,
  periods: readonly Period[],
  lateYear: number | undefined,
) {
  const last = findPeriod(
    periods,
    promise?.until_year_id ?? lateYear ?? null,
    promise?.until_term_id ?? (lateYear === undefined ? null : (promise?.term_id ?? null)),
  )
  if (answer === 'end' || !last) return fieldsOf(undefined, answer === 'end' ? last : undefined)
  const next = periods[periods.indexOf(last) + 1]
  const yearLater = periods.find(
    ({ year, term_id }) => term_id === last.term_id && Number(year) === Number(last.year) + 1,
  )
  return fieldsOf(next, yearLater)
}

const fieldsOf = (from: Period | undefined, until: Period | undefined) => ({
  from_year_id: String(from?.year_id ?? ''),
  from_term_id: String(from?.term_id ?? ''),
  until_year_id: String(until?.year_id ?? ''),
  until_term_id: String(until?.term_id ?? ''),
})
