import { array, assert, asyncProperty, boolean, constantFrom, integer, record, tuple } from 'fast-check'
import { expect, it } from 'vitest'
import { categories, COST_MAX, type Receipt, toShillings } from '#contract/records/receipts.ts'
import { givenStudents, newReceipt, receiptFormData } from '../../testing/data/receipts.ts'
import { openSignedIn } from '../../testing/testApp.ts'

const cents = integer({ min: 0, max: COST_MAX * 100 })
const item = record({ category: constantFrom(...categories), cents })
/** An edit of the items: some remain, perhaps with another cost, and new ones are added before or after them. */
const edit = record({
  stays: array(boolean(), { minLength: 8, maxLength: 8 }),
  costs: array(cents, { minLength: 8, maxLength: 8 }),
  added: array(item, { minLength: 1, maxLength: 4 }),
  areFirst: boolean(),
})

type Row = { id?: number; category: (typeof categories)[number]; cents: number }

const typed = (rows: Row[]) =>
  rows.map(({ id, category, cents: cost }, index) => ({
    ...(id !== undefined && { id }),
    category,
    item: `Item ${index}`,
    cost: `${Math.floor(cost / 100)}.${String(cost % 100).padStart(2, '0')}`,
  }))

const sumOf = (rows: Row[]) => rows.reduce((sum, row) => sum + BigInt(row.cents), 0n)

it('sums a receipt to the cent after any number of edits', async () => {
  const { test, client: lydia } = await openSignedIn('liaison', { given: givenStudents })

  async function expectSums(
    { status, body, text }: { status: number; body: unknown; text: string },
    rows: Row[],
  ) {
    expect(status, text).toBe(200)
    const { data } = body as { data: Receipt }
    expect(data.items.map(({ cost }) => cost)).toEqual(rows.map((row) => toShillings(row.cents)))
    expect(data.total_cost).toBe(Number(sumOf(rows)) / 100)
    expect(data.categories).toHaveLength(new Set(rows.map(({ category }) => category)).size)
    for (const { category, category_total_cost } of data.categories) {
      const own = rows.filter((row) => row.category === category)
      expect(category_total_cost).toBe(Number(sumOf(own)) / 100)
    }
    const { total } = await test.db
      .selectFrom('receipts')
      .select('total')
      .where('id', '=', data.id)
      .executeTakeFirstOrThrow()
    expect(total).toBe(Number(sumOf(rows)))
    return data
  }

  const receipts = tuple(array(item, { minLength: 1, maxLength: 8 }), array(edit, { maxLength: 3 }))
  await assert(
    asyncProperty(receipts, async ([first, edits]) => {
      let rows: Row[] = first
      const added = newReceipt({ items: typed(rows) })
      let saved = await expectSums(await lydia.post('/api/finance?query=', added), rows)
      for (const { stays, costs, added: more, areFirst } of edits) {
        const kept = rows
          .map(({ category }, index) => ({
            id: saved.items[index]?.id ?? 0,
            category,
            cents: costs[index % costs.length] ?? 0,
          }))
          .filter((_row, index) => stays[index % stays.length])
        rows = areFirst ? [...more, ...kept] : [...kept, ...more]
        const form = receiptFormData({ items: typed(rows), version: String(saved.version) })
        saved = await expectSums(await lydia.change('PUT', `/api/finance/${saved.id}`, form), rows)
      }
    }),
    { numRuns: 8 },
  )
})
