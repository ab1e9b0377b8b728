import type { Commitment } from '#contract/money/commitments.ts'
import type { StudentFunding } from '#contract/money/funding.ts'
import { toCents, toShillings } from '#contract/records/receipts.ts'
import { money } from '../../ui/amounts.ts'
import { covers, endsOf, type Period } from '../../students/promises/periods.ts'
import { type PromisedTime, surplusOf } from '../../students/promises/promiseEffects.ts'
import { listOf } from '../../ui/plural.ts'

/** With a space at which no line breaks. */
const kes = (amount: number) => `KES\u00a0${money(amount)}`

export type TermFigures = StudentFunding['term_figures'][number]

/** A sentence whose first words are in bold. */
type Sentence = { lead: string; rest: string }

/** `KES 5,200.00 still to find in 2027: 3,500.00 in Term 1 and 1,700.00 in Term 2.` */
export function fundingSentence(funding: StudentFunding): Sentence {
  const { year, terms, term_figures, year_figures } = funding
  const nameOf = (id: number) => terms.find((term) => term.id === id)?.term_name
  const named = (amountOf: (term: TermFigures) => number | null) =>
    term_figures.flatMap((term) => {
      const amount = amountOf(term)
      return amount ? [`${money(amount)} in ${nameOf(term.term_id)}`] : []
    })
  const { planned, promised, to_find } = year_figures
  if (planned === null || to_find === null)
    return {
      lead: `What to find is not known for ${year}.`,
      rest: `${whyUnknown(funding)} ${promisedWords(promised)}`,
    }
  const [short, above] = [named(({ to_find: amount }) => amount), named(surplusOf)]
  const more = above.length > 0 ? `; ${listOf(above)} is promised above the plan` : ''
  if (to_find > 0)
    return {
      lead: `${kes(to_find)} still to find`,
      rest: `in ${year}${short.length > 0 ? `: ${listOf(short)}` : ''}${more}.`,
    }
  if (planned === 0) return { lead: `Nothing is planned for ${year}.`, rest: promisedWords(promised) }
  if (short.length > 0)
    return { lead: `${year} is covered,`, rest: `but ${listOf(short)} is still to find${more}.` }
  return { lead: `${year} is covered.`, rest: promisedWords(promised) }
}

const promisedWords = (promised: number) =>
  promised > 0 ? `${kes(promised)} is promised.` : 'Nothing is promised.'

const whyUnknown = ({ class: name, school, year }: StudentFunding) =>
  name === null ? `Their class in ${year} is not known.` : `${school} has no fees for ${name} yet.`

/** `KES 7,500.00 is owed to the school.` Undefined while nobody has said what the school is to be paid. */
export function owedSentence({ term_figures, year_figures: { owed } }: StudentFunding): Sentence | undefined {
  const isKnown = term_figures.some(({ to_school, has_opened }) => has_opened && to_school !== null)
  if (!isKnown) return undefined
  return owed > 0
    ? { lead: `${kes(owed)} is owed`, rest: 'to the school.' }
    : { lead: 'Nothing is owed', rest: 'to the school.' }
}

/** Whether the last term of a promise is before the year that is shown. */
export function isPast(promise: Commitment, periods: readonly Period[], year_id: number): boolean {
  const { until } = endsOf(promise, periods)
  const first = periods.find((period) => period.year_id === year_id)
  return until !== undefined && first !== undefined && until.key < first.key
}

/** `KES 7,000.00 in all for two terms.` for a promise that ends. */
export function promiseTotal(change: PromisedTime, periods: readonly Period[]): string | undefined {
  const { until } = endsOf(change, periods)
  const terms = periods.filter((period) => covers(change, periods, period)).length
  if (!until || terms === 0 || change.amount <= 0) return undefined
  const words = terms === 1 ? 'for one term' : `in all for ${terms} terms`
  return `${kes(toShillings(toCents(change.amount) * terms))} ${words}`
}
