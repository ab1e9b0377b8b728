import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { daysBetween } from '#contract/base/days.ts'
import { lookupName } from '#contract/lookups.ts'
import type { OwnPayment } from '#contract/money/payments.ts'
import type { NotificationTime } from '#contract/notifications.ts'
import { lookupsQuery } from '../../lookups/lookupApi.ts'
import { call } from '../../ui/call.ts'
import { plural } from '../../ui/plural.ts'
import { money, sumOf } from '../../ui/amounts.ts'
import { recordKinds } from '../recordKinds.ts'

/** A payment to the school that its receipts do not acknowledge completely. */
export type OpenPayment = OwnPayment & { term: string; open: number }

/** What schools were paid for a student. A saved receipt changes it. */
export const paidQuery = (student: number) =>
  queryOptions({
    queryKey: [recordKinds.receipt.key, 'paid', student],
    queryFn: ({ signal }) => call('GET /api/payments?query=mine', { query: { student }, signal }),
    select: ({ data }) => data,
  })

/** The open payments of a student, those without any receipt first. */
export async function fetchOpenPayments(client: QueryClient, student: number): Promise<OpenPayment[]> {
  const { data } = await client.fetchQuery(paidQuery(student))
  if (data.length === 0) return []
  const { data: terms } = await client.fetchQuery(lookupsQuery('terms'))
  const names = new Map(terms.map((term) => [term.id, lookupName('terms', term)]))
  return data
    .map((payment) =>
      Object.assign({}, payment, {
        term: names.get(payment.term_id) ?? '',
        open: sumOf([payment.amount, -payment.receipted]),
      }),
    )
    .filter(({ open }) => open > 0)
}

/** The answer that the receipt is for something else. */
export const NO_PAYMENT = 'none'

export const choiceOf = (payments: readonly OpenPayment[]) =>
  payments.map(({ line_id }) => String(line_id)).join(',')

/** The payments of an answer. */
export const chosenOf = (payments: readonly OpenPayment[], choice: string | undefined): OpenPayment[] => {
  const ids = new Set(choice?.split(','))
  return payments.filter(({ line_id }) => ids.has(String(line_id)))
}

export const openSum = (payments: readonly OpenPayment[]) => sumOf(payments.map(({ open }) => open))

/**
 * The answer that a new receipt proposes: the only payment, if it has no receipt at all and is of the term that was chosen
 * before. Otherwise the user has to answer.
 */
export function proposedPayment(payments: readonly OpenPayment[], time?: NotificationTime): OpenPayment[] {
  const [only, ...others] = payments
  if (!only || others.length > 0 || only.receipts.length > 0) return []
  return !time || (time.year_id === only.year_id && time.term_id === only.term_id) ? [only] : []
}

/** What a receipt of these payments contains. */
export function valuesPaidBy(
  payments: readonly OpenPayment[],
  { class_id: other }: Pick<PaidValues, 'class_id'>,
): PaidValues {
  const [first] = payments
  if (!first) throw new Error('No payment')
  const { year_id, term_id, class_id, term } = first
  return {
    year_id: String(year_id),
    term_id: String(term_id),
    class_id: class_id === null ? other : String(class_id),
    items: [
      { id: '', category: 'Tuition Fees', item: `School fees, ${term}`, cost: money(openSum(payments)) },
    ],
  }
}

/** The values that an answer fills in. */
export type PaidValues = Record<'year_id' | 'term_id' | 'class_id', string> & {
  items: Record<'id' | 'category' | 'item' | 'cost', string>[]
}

export const paidValuesOf = ({ year_id, term_id, class_id, items }: PaidValues): PaidValues => ({
  year_id,
  term_id,
  class_id,
  items,
})

/** `18 days ago` */
export function agoWords(day: string, today: string): string {
  const days = daysBetween(day, today)
  return days === 0 ? 'today' : `${plural(days, 'day')} ago`
}
