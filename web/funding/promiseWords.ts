import type { Commitment } from '#contract/money/commitments.ts'
import { endsOf, type Period } from '../students/promises/periods.ts'

/** Who promised; a liaison officer is not told, and an anonymised record does not know. */
export const promiserOf = ({ supporter, source }: Pick<Commitment, 'supporter' | 'source'>) =>
  supporter ?? source

type Time = Pick<Commitment, 'from_year_id' | 'from_term_id' | 'until_year_id' | 'until_term_id'>

/** `Term 1 2026 to Term 3 2027`, `Term 1 2027 only`, `from Term 1 2027` */
export function promiseTime(promise: Time, periods: readonly Period[]): string {
  const { from, until } = endsOf(promise, periods)
  const nameOf = (period: Period | undefined) => (period ? `${period.term} ${period.year}` : '')
  if (!until) return `from ${nameOf(from)}`
  if (from?.key === until.key) return `${nameOf(until)} only`
  // One that ended before it began covers nothing.
  if (from && from.key > until.key) return `nothing, from ${nameOf(from)}`
  const isOneYear = from?.year === until.year
  return `${isOneYear ? from.term : nameOf(from)} to ${nameOf(until)}`
}
