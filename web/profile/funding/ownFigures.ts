import type { StudentFunding } from '#contract/money/funding.ts'
import type { Fees } from '../../plans/feeLines.ts'

type Term = Pick<StudentFunding['term_figures'][number], 'term_id' | 'plan' | 'own'>

/** The reasons of a student's own figures, each once. */
export const ownReasons = (terms: readonly Term[]) => [
  ...new Set(terms.flatMap(({ own }) => own?.reason ?? [])),
]

/**
 * What of the typed figures differs from the plan, for each term to save; the plan counts where nothing does. Terms with
 * reasons of their own are saved only if their figures changed, because the form has one reason.
 */
export function ownToSave(typed: readonly Fees[], terms: readonly Term[]): Fees[] {
  const figures = terms.map(({ term_id, plan, own }) => {
    const fees = typed.find((each) => each.term_id === term_id)
    const differing = (name: 'amount' | 'to_school') => {
      const value = fees?.[name] ?? null
      return value === (plan?.[name] ?? null) ? null : value
    }
    const [amount, to_school] = [differing('amount'), differing('to_school')]
    const isChanged = amount !== (own?.amount ?? null) || to_school !== (own?.to_school ?? null)
    return { isChanged, fees: { term_id, amount, to_school } }
  })
  const changed = figures.filter(({ isChanged }) => isChanged)
  const saved = ownReasons(terms).length > 1 && changed.length > 0 ? changed : figures
  return saved.map(({ fees }) => fees)
}
