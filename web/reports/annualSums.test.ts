import { array, assert, integer, option, property, tuple } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { amountColumns, annualSums, hasSums, sumsOfAll, unbroken } from './annualSums.ts'
import { annualAcademic } from './annualAcademic.ts'
import { annualFinance } from './annualFinance.ts'
import type { AnnualRow } from './AnnualKind.ts'

const terms = [
  { id: 1, term_name: 'Term 1' },
  { id: 2, term_name: 'Term 2' },
]
const costs = amountColumns(annualFinance, terms)
const marks = amountColumns(annualAcademic, terms)

const rowOf = (student_id: number, schools: AnnualRow['schools']): AnnualRow => ({
  student_id,
  student: 'Faith Atieno',
  class: 'Form 1',
  schools,
})

describe('costs', () => {
  test('are summed to the cent, through all schools of those who moved', () => {
    const rows = [
      rowOf(1, [
        { school: 'Mwala', costs: [0.1, null], total_year_cost: 0.1 },
        { school: 'Mbooni', costs: [null, 14_210], total_year_cost: 14_210 },
      ]),
      rowOf(2, [{ school: 'Mwala', costs: [0.2, 0], total_year_cost: 0.2 }]),
    ]
    expect(annualSums(rows, costs, annualFinance.sum)).toEqual({ count: 2, amounts: [0.3, 14_210, 14_210.3] })
  })

  test('have no sum without receipts', () => {
    const rows = [rowOf(1, [{ school: 'Mwala', costs: [5, null], total_year_cost: 5 }])]
    expect(annualSums(rows, costs, annualFinance.sum).amounts).toEqual([5, null, 5])
    const none = annualSums([], costs, annualFinance.sum)
    expect(none).toEqual({ count: 0, amounts: [null, null, null] })
    expect([hasSums(none), hasSums(annualSums(rows, costs, annualFinance.sum))]).toEqual([false, true])
  })

  test('do not count a student who has levels in place of marks', () => {
    const senior = rowOf(1, [{ school: 'Mwala', costs: [null, null], levels: ['ME2', null] }])
    const moved = rowOf(2, [{ school: 'Mwala', costs: [61.3, null], levels: [null, 'ME1'] }])
    const missing = rowOf(3, [{ school: 'Mwala', costs: [null, null] }])
    expect(annualSums([senior, moved, missing], marks, annualAcademic.sum)).toEqual({
      count: 2,
      amounts: [61.3, null],
    })
  })

  test('add up exactly, in whole cents', () => {
    const cents = option(integer({ min: 0, max: 1_000_000_000 }))
    const line = tuple(cents, cents)
    assert(
      property(array(array(line, { minLength: 1, maxLength: 3 }), { maxLength: 50 }), (students) => {
        const rows = students.map((lines, id) =>
          rowOf(
            id,
            lines.map((amounts, index) => ({
              school: `School ${index}`,
              costs: amounts.map((amount) => (amount === null ? null : amount / 100)),
              total_year_cost: ((amounts[0] ?? 0) + (amounts[1] ?? 0)) / 100,
            })),
          ),
        )
        let first = 0n
        let second = 0n
        for (const [one, two] of students.flat()) {
          first += BigInt(one ?? 0)
          second += BigInt(two ?? 0)
        }
        const inCents = annualSums(rows, costs, annualFinance.sum).amounts.map((amount) =>
          BigInt(Math.round((amount ?? 0) * 100)),
        )
        expect(inCents).toEqual([first, second, first + second])
      }),
    )
  })
})

describe('mean scores', () => {
  test('average the existing scores, to one decimal', () => {
    const rows = [
      rowOf(1, [
        { school: 'Mwala', costs: [61.5, null] },
        { school: 'Mbooni', costs: [null, 40] },
      ]),
      rowOf(2, [{ school: 'Mwala', costs: [70, null] }]),
      rowOf(3, [{ school: 'Mwala', costs: [0, null] }]),
    ]
    expect(annualSums(rows, marks, annualAcademic.sum)).toEqual({ count: 3, amounts: [43.8, 40] })
  })

  test('are between the lowest and the highest score, and skip students without one', () => {
    const tenths = option(integer({ min: 0, max: 1_000 }))
    assert(
      property(array(tenths, { maxLength: 60 }), (scores) => {
        const rows = scores.map((score, id) =>
          rowOf(id, [{ school: 'Mwala', costs: [score === null ? null : score / 10, null] }]),
        )
        const known = scores.filter((score) => score !== null)
        const sum = known.reduce((all, score) => all + score, 0)
        const mean = known.length > 0 ? Math.round(sum / known.length) / 10 : null
        expect(annualSums(rows, marks, annualAcademic.sum).amounts).toEqual([mean, null])
      }),
    )
  })
})

test('the server’s sums are shown like those of the browser', () => {
  const ofTerms = (...some: [number, number][]) => some.map(([count, sum]) => ({ count, sum }))
  expect(sumsOfAll({ leveled: 0, terms: ofTerms([2, 30], [0, 0]) }, 7, annualFinance)).toEqual({
    count: 7,
    amounts: [0.3, null, 0.3],
  })
  expect(sumsOfAll({ leveled: 3, terms: ofTerms([3, 1315], [1, 400]) }, 7, annualAcademic)).toEqual({
    count: 4,
    amounts: [43.8, 40],
  })
})

test('a count of levels may end a line only behind its level', () => {
  expect(unbroken('1 EE2, 14 ME1').split(' ')).toEqual(['1\u00a0EE2,', '14\u00a0ME1'])
  expect(unbroken('ME2')).toBe('ME2')
})
