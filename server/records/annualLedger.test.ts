import { type Arbitrary, array, assert, integer, property, record } from 'fast-check'
import { expect, it } from 'vitest'
import { annualLedger, type TermAmount } from './annualLedger.ts'

/** The terms in the order of the columns, which is not that of their ids. */
const terms = [{ id: 2 }, { id: 1 }, { id: 3 }]
const students = [1, 2, 3]

const costs: Arbitrary<TermAmount[]> = array(
  record({
    student_id: integer({ min: 1, max: 3 }),
    school_id: integer({ min: 1, max: 2 }),
    term_id: integer({ min: 1, max: 3 }),
    class_id: integer({ min: 1, max: 4 }),
    amount: integer({ min: 0, max: 100_000_000_000 }),
  }),
  { maxLength: 30 },
).map((rows) => rows.map((row, id) => Object.assign(row, { id })))

function ledgerOf(found: TermAmount[]) {
  const ledger = annualLedger(terms)
  for (const amount of found) ledger.add(amount)
  return ledger
}

/** The records of a student in the order of the year. */
const ofYear = (found: TermAmount[], student: number) =>
  terms.flatMap(({ id }) => found.filter((cost) => cost.student_id === student && cost.term_id === id))

it('sums a year like a plain ledger: each sum is that of its own records', () => {
  assert(
    property(costs, (found) => {
      const ledger = ledgerOf(found)
      for (const student of students) {
        const own = ofYear(found, student)
        const lines = [...new Set(own.map(({ school_id }) => school_id))].map((school_id) => ({
          school_id,
          amounts: terms.map(({ id }) => {
            const inTerm = own.filter((cost) => cost.school_id === school_id && cost.term_id === id)
            return inTerm.length > 0 ? inTerm.reduce((sum, { amount }) => sum + (amount ?? 0), 0) : null
          }),
        }))
        const year = ledger.yearOf(student)
        expect(year?.class_id).toBe(own.at(-1)?.class_id)
        expect(year?.lines.map(({ school_id, amounts }) => ({ school_id, amounts })) ?? []).toEqual(lines)
      }
    }),
  )
})

it('gives the same result for any order of the records', () => {
  assert(
    property(costs, (found) => {
      const [forwards, backwards] = [ledgerOf(found), ledgerOf(found.toReversed())]
      for (const student of students) expect(backwards.yearOf(student)).toEqual(forwards.yearOf(student))
    }),
  )
})

const known = { id: 1, student_id: 1, school_id: 1, class_id: 1 }

it('ignores records of a term without a column', () => {
  expect(ledgerOf([{ ...known, term_id: 4, amount: 100 }]).yearOf(1)).toBeUndefined()
})

it('has a line for a record with nothing to count', () => {
  const ledger = ledgerOf([{ ...known, term_id: 1, amount: null }])
  expect(ledger.yearOf(1)).toMatchObject({ lines: [{ amounts: [null, null, null] }] })
})
