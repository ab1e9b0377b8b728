import { type Arbitrary, array, assert, constantFrom, integer, property, record } from 'fast-check'
import { expect, it } from 'vitest'
import { categories } from '#contract/finance.ts'
import { annualRows, type TermAmount } from '../records/annualRows.ts'
import { asFinance } from './annualFinance.ts'
import { groupItems } from './groupItems.ts'

/** The order that the columns have, which is not that of their ids. */
const terms = [{ id: 2 }, { id: 1 }, { id: 3 }]

const cents = integer({ min: 0, max: 100_000_000_000 })

const costs: Arbitrary<TermAmount[]> = array(
  record({
    student_id: integer({ min: 1, max: 3 }),
    school_id: integer({ min: 1, max: 2 }),
    term_id: integer({ min: 1, max: 3 }),
    class_id: integer({ min: 1, max: 4 }),
    amount: cents,
  }),
  { maxLength: 30 },
).map((rows) =>
  rows
    .map(({ class_id, student_id, school_id, term_id, amount }, id) => ({
      student_id,
      school_id,
      term_id,
      amount,
      id,
      student: `Student ${student_id}`,
      school: `School ${school_id}`,
      class: `Form ${class_id}`,
    }))
    .toSorted((a, b) => a.student_id - b.student_id),
)

const exactly = (of: TermAmount[]) => Number(of.reduce((sum, { amount }) => sum + BigInt(amount ?? 0), 0n)) / 100

it('arranges a year as a ledger would: each sum is that of its own costs, to the cent', () => {
  assert(
    property(costs, (found) => {
      const rows = annualRows(found, terms).map(asFinance)
      expect(rows.map(({ student_id }) => student_id)).toEqual([
        ...new Set(found.map(({ student_id }) => student_id)),
      ])
      for (const row of rows) {
        const own = found.filter(({ student_id }) => student_id === row.student_id)
        expect(row.schools.map(({ school }) => school).toSorted()).toEqual(
          [...new Set(own.map(({ school }) => school))].toSorted(),
        )
        for (const { school, costs: inTerms, total_year_cost } of row.schools) {
          const here = own.filter((cost) => cost.school === school)
          expect(total_year_cost).toBe(exactly(here))
          expect(inTerms).toEqual(
            terms.map(({ id }) => {
              const inTerm = here.filter(({ term_id }) => term_id === id)
              return inTerm.length > 0 ? exactly(inTerm) : null
            }),
          )
        }
      }
    }),
  )
})

it('begins with the school of the first term, and has the class of the last', () => {
  assert(
    property(costs, (found) => {
      for (const { student_id, class: ended, schools } of annualRows(found, terms)) {
        const inOrder = terms.flatMap(({ id }) =>
          found.filter((cost) => cost.student_id === student_id && cost.term_id === id),
        )
        expect(schools[0]?.school).toBe(inOrder[0]?.school)
        expect(ended).toBe(inOrder.at(-1)?.class)
      }
    }),
  )
})

it('leaves out a term that has no column yet', () => {
  const cost = {
    student_id: 1,
    student: 'Faith',
    school_id: 1,
    school: 'Moi Girls',
    class: 'Form 1',
    id: 1,
  }
  expect(annualRows([{ ...cost, term_id: 4, amount: 100 }], terms)).toEqual([])
})

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
