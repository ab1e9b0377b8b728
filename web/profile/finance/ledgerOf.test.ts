import { array, assert, constantFrom, integer, property, record } from 'fast-check'
import { expect, test } from 'vitest'
import { categories, type Receipt, toShillings } from '#contract/records/receipts.ts'
import { ledgerOf } from './ledgerOf.ts'

type Kept = { term_id: number; items: { category: (typeof categories)[number]; cents: number }[] }

const receipts = array(
  record({
    term_id: integer({ min: 1, max: 4 }),
    items: array(
      record({ category: constantFrom(...categories), cents: integer({ min: 0, max: 1_000_000_000 }) }),
    ),
  }),
  { maxLength: 8 },
).map((kept) => kept.toSorted((a, b) => a.term_id - b.term_id))

const exactly = (items: Kept['items']) =>
  Number(items.reduce((sum, { cents }) => sum + BigInt(cents), 0n)) / 100

/** Fields that no sum depends on. */
const filled = {
  student_id: 1,
  year_id: 1,
  class_id: 1,
  year: '2025',
  class: 'Form 1',
  school: 'Moi Girls',
  status: 0,
  liaison_comment: '',
  receipt_no: null,
  remark: null,
  entered_by: '',
  updated_at: '',
  version: 1,
  pathFinance: null,
}

function answered({ term_id, items }: Kept, id: number): Receipt {
  const groups = categories.map((category) => ({
    category,
    category_total_cost: exactly(items.filter((item) => item.category === category)),
    category_items: [],
  }))
  return {
    ...filled,
    id,
    term_id,
    term: `Term ${term_id}`,
    items: items.map(({ category, cents }, index) => ({
      id: index,
      category,
      item: '',
      cost: toShillings(cents),
    })),
    categories: groups.filter(({ category }) => items.some((item) => item.category === category)),
    total_cost: exactly(items),
  }
}

test('every sum of a year equals the sum of its costs, to the cent', () => {
  assert(
    property(receipts, (kept) => {
      const ledger = ledgerOf(kept.map(answered))
      const all = kept.flatMap(({ items }) => items)
      expect(ledger.total).toBe(exactly(all))
      expect(ledger.terms.map(({ id }) => id)).toEqual([...new Set(kept.map(({ term_id }) => term_id))])
      for (const term of ledger.terms) {
        const own = kept.filter(({ term_id }) => term_id === term.id)
        expect(term.receipts).toHaveLength(own.length)
        expect(term.total).toBe(exactly(own.flatMap(({ items }) => items)))
      }
      const costly = categories
        .map((category) => ({ category, total: exactly(all.filter((item) => item.category === category)) }))
        .filter(({ total }) => total > 0)
        .toSorted((a, b) => b.total - a.total)
      expect(ledger.categories).toEqual(costly)
    }),
  )
})
