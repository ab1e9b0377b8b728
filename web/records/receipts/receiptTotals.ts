import type { ItemValues } from './receiptValues.ts'
import { centsOf } from './typedCost.ts'

export type ReceiptTotals = { total: number; byCategory: { category: string; cents: number }[] }

/** What the rows come to so far, in whole cents. What cannot be read counts nothing. */
export function receiptTotals(items: readonly Pick<ItemValues, 'category' | 'cost'>[]): ReceiptTotals {
  const sums = new Map<string, number>()
  let total = 0
  for (const { category, cost } of items) {
    const cents = centsOf(cost) ?? 0
    total += cents
    if (category) sums.set(category, (sums.get(category) ?? 0) + cents)
  }
  return { total, byCategory: [...sums].map(([category, cents]) => ({ category, cents })) }
}
