import { z } from 'zod'
import { orNone } from '#contract/base/fields.ts'
import { amountSchema, COST_MAX, toCents, toShillings } from '#contract/records/receipts.ts'
import { centsOf, money } from '../ui/amounts.ts'

/** The planned fees of a term; null where they are not known. */
export type Fees = { term_id: number; amount: number | null; to_school: number | null }

/** The two lines of a term as they are typed: what the school is paid, and everything else. */
export type FeeLines = { term_id: number; to_school: string; rest: string }

const text = (amount: number | null) => (amount === null ? '' : money(amount))

export const feeLinesOf = ({ term_id, amount, to_school }: Fees): FeeLines => ({
  term_id,
  to_school: text(to_school),
  rest: amount === null ? '' : text(toShillings(toCents(amount) - toCents(to_school ?? 0))),
})

/** The typed lines as a plan: their sum, and the part of it that the school is paid. */
export const feeLines = z
  .object({
    term_id: z.number(),
    to_school: orNone(amountSchema('To the school')),
    rest: orNone(amountSchema('Everything else')),
  })
  .transform(({ term_id, to_school, rest }): Fees => ({
    term_id,
    to_school,
    amount:
      to_school === null && rest === null ? null : toShillings(toCents(to_school ?? 0) + toCents(rest ?? 0)),
  }))
  .refine(({ amount }) => amount === null || amount <= COST_MAX, {
    path: ['rest'],
    error: `Planned cannot be more than ${money(COST_MAX)}`,
  })

/** The sum of the two lines in cents; undefined if both are empty. What cannot be read counts nothing. */
export const plannedCents = ({ to_school, rest }: FeeLines): number | undefined =>
  to_school.trim() === '' && rest.trim() === '' ? undefined : (centsOf(to_school) ?? 0) + (centsOf(rest) ?? 0)
