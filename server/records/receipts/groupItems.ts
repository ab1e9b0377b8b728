import { categories, type Item, type Receipt, toShillings } from '#contract/records/receipts.ts'

/** An item as stored, in whole cents. */
export type KeptItem = { id: number; category: string; item: string; cost: number }

type Grouped = Pick<Receipt, 'items' | 'categories' | 'total_cost'>

/** The items of a receipt, also by category, with all sums. Sums are made in cents and returned in shillings. */
export function groupItems(kept: KeptItem[]): Grouped {
  const groups = categories
    .map((category) => ({ category, own: kept.filter((item) => item.category === category) }))
    .filter(({ own }) => own.length > 0)
  return {
    items: kept.map(asItem),
    categories: groups.map(({ category, own }) => ({
      category,
      category_total_cost: toShillings(sumOf(own)),
      category_items: own.map(asItem),
    })),
    total_cost: toShillings(sumOf(kept)),
  }
}

export const sumOf = (items: { cost: number }[]): number => items.reduce((sum, { cost }) => sum + cost, 0)

const asItem = ({ id, category, item, cost }: KeptItem): Item => ({
  id,
  category,
  item,
  cost: toShillings(cost),
})
