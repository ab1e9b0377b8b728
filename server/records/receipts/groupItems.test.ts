import { array, assert, constantFrom, integer, property, record } from 'fast-check'
import { expect, it } from 'vitest'
import { categories } from '#contract/records/receipts.ts'
import { groupItems } from './groupItems.ts'

const cents = integer({ min: 0, max: 100_000_000_000 })

it('groups the items of a receipt, and adds them up to the cent', () => {
  const items = array(record({ category: constantFrom(...categories), cost: cents }))
  assert(
    property(items, (typed) => {
      const kept = typed.map(({ category, cost }, id) => ({ id, category, item: `Item ${id}`, cost }))
      const { items: answered, categories: groups, total_cost } = groupItems(kept)
      expect(answered.map(({ id }) => id)).toEqual(kept.map(({ id }) => id))
      const grouped = groups.flatMap(({ category_items }) => category_items)
      expect(new Set(grouped.map(({ id }) => id))).toEqual(new Set(kept.map(({ id }) => id)))
      expect(grouped).toHaveLength(kept.length)
      const sum = (of: { cost: number }[]) =>
        Number(of.reduce((total, { cost }) => total + BigInt(cost), 0n)) / 100
      expect(total_cost).toBe(sum(kept))
      for (const { category, category_total_cost, category_items } of groups) {
        const own = kept.filter((item) => item.category === category)
        expect(category_total_cost).toBe(sum(own))
        expect(category_items.map(({ id }) => id)).toEqual(own.map(({ id }) => id))
      }
    }),
  )
})
