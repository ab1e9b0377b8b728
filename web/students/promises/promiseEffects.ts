import type { StudentFunding } from '#contract/money/funding.ts'
import { toCents, toShillings } from '#contract/records/receipts.ts'
import { covers, findPeriod, type Period } from './periods.ts'

/** A promise as it is typed or stored. */
export type PromisedTime = {
  /** In shillings. */
  amount: number
  from_year_id: number
  from_term_id: number
  until_year_id: number | null
  until_term_id: number | null
}

export type Effect = {
  /** To find, before and after; null without a plan. */
  now: number | null
  after: number | null
  /** What is then promised above the plan. */
  above: number
}

/** What of the promises is above the plan; 0 without a plan. */
export const surplusOf = ({ planned, promised }: { planned: number | null; promised: number }) =>
  planned === null ? 0 : Math.max(0, toShillings(toCents(promised) - toCents(planned)))

/** The effect of added and removed promises on what is to find in each term of a year and in the whole year. */
export function effectsOf(
  { year_id, term_figures, year_figures }: Pick<StudentFunding, 'year_id' | 'term_figures' | 'year_figures'>,
  periods: readonly Period[],
  { added, removed }: { added: readonly PromisedTime[]; removed: readonly PromisedTime[] },
) {
  const centsIn = (promises: readonly PromisedTime[], term_id: number) => {
    const period = findPeriod(periods, year_id, term_id)
    const inTerm = promises.filter((promise) => period && covers(promise, periods, period))
    return inTerm.reduce((cents, { amount }) => cents + toCents(amount), 0)
  }
  const changes = term_figures.map(({ term_id }) => centsIn(added, term_id) - centsIn(removed, term_id))
  const terms = term_figures.map((figures, index) => ({
    term_id: figures.term_id,
    ...effectOf(figures, changes[index] ?? 0),
    isCovered: centsIn(added, figures.term_id) > 0,
  }))
  const year = effectOf(
    year_figures,
    changes.reduce((sum, cents) => sum + cents, 0),
  )
  return { terms, year }
}

type Figures = Pick<StudentFunding['year_figures'], 'planned' | 'promised' | 'to_find'>

function effectOf({ planned, promised, to_find }: Figures, change: number): Effect {
  const then = toShillings(toCents(promised) + change)
  const after = planned === null ? null : Math.max(0, toShillings(toCents(planned) - toCents(then)))
  return { now: to_find, after, above: surplusOf({ planned, promised: then }) }
}
