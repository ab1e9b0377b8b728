import { expect, test } from 'vitest'
import type { PlanClass, ProposedRow } from '#contract/money/plans.ts'
import {
  basisOf,
  countIn,
  decisionCounts,
  decisionWords,
  figuresOf,
  findPlaces,
  flagsOf,
  isProposed,
  lastChange,
  plannedClasses,
  rangeOf,
  totalOf,
} from './planWords.ts'

const place = (school_id: number, school: string, name: string): PlanClass => ({
  school_id,
  school,
  class_id: Number(name.at(-1)),
  class: name,
  students: 3,
  own_figures: 0,
  origin: null,
  updated_at: null,
})
const terms = [
  { id: 1, term_name: 'Term 1' },
  { id: 2, term_name: 'Term 2' },
]
const places = plannedClasses({
  classes: [
    place(1, 'Ahero Mixed', 'Form 1'),
    place(1, 'Ahero Mixed', 'Form 2'),
    place(2, 'Kyangala', 'Form 1'),
  ],
  rows: [
    { school_id: 1, class_id: 1, term_id: 1, amount: 30_000.1, to_school: 20_000 },
    { school_id: 1, class_id: 1, term_id: 2, amount: 0.2, to_school: null },
  ],
  terms,
})

test('each class has its fees of each term, and each school its first row', () => {
  expect(places.map(({ fees, hasPlan, isFirst }) => [fees[1]?.amount, hasPlan, isFirst])).toEqual([
    [0.2, true, true],
    [null, false, false],
    [null, false, true],
  ])
  expect(totalOf(places[0]?.fees ?? [], 'amount')).toBe(30_000.3)
  expect(totalOf(places[0]?.fees ?? [], 'to_school')).toBe(20_000)
  expect(totalOf(places[1]?.fees ?? [], 'amount')).toBeNull()
})

test('classes are found by filter, and by words of school and class in any order', () => {
  const find = (...asked: [Parameters<typeof findPlaces>[1], string]) =>
    findPlaces(places, ...asked).map((found) => `${found.school} ${found.class} ${found.isFirst}`)
  expect(find('no_plan', '')).toEqual(['Ahero Mixed Form 2 true', 'Kyangala Form 1 true'])
  expect(find('no_to_school', '')).toEqual(['Ahero Mixed Form 1 true'])
  expect(find(undefined, '1 AHERO')).toEqual(['Ahero Mixed Form 1 true'])
  expect([countIn(places, 'no_plan'), countIn(places, 'no_to_school')]).toEqual([2, 1])
})

test('a plan names its last change', () => {
  expect(lastChange({ origin: 'proposed', updated_at: '2027-01-08T06:00:00.000Z' })).toBe(
    'Proposed, 8\u00a0Jan\u00a02027',
  )
  expect(lastChange({ origin: null, updated_at: null })).toBe('')
})

const row: ProposedRow = {
  school_id: 1,
  school: 'Ahero Mixed',
  class_id: 2,
  class: 'Form 2',
  students: 4,
  from_class_id: 2,
  from_class: 'Form 2',
  from_students: 5,
  is_class_below: false,
  is_one_student: false,
  terms: [{ term_id: 1, amount: 35_500, to_school: 20_000, low: 33_900, high: 37_100 }],
  decision: null,
  chosen: null,
}
const empty = { ...row, from_class: null, from_class_id: null, from_students: 0, terms: [] }
const alike = {
  ...row,
  terms: [{ term_id: 1, amount: 35_500, to_school: 20_000, low: 35_500, high: 35_500 }],
}
const below = { ...row, from_class: 'Form 1', is_class_below: true }
const only = { ...row, from_students: 1, is_one_student: true }

test('a proposal names its basis, its range and what is weak', () => {
  expect([row, empty, below, only].map((each) => basisOf(each, '2026'))).toEqual([
    '5 students of Form 2',
    'No receipts in 2026',
    '5 students of Form 1',
    '1 student of Form 2',
  ])
  expect([row, alike, empty, only].map((each) => rangeOf(each, terms))).toEqual([
    '33,900.00 to 37,100.00 in Term 1',
    '35,500.00 each in Term 1',
    undefined,
    undefined,
  ])
  expect([row, empty, below, only].map((each) => flagsOf(each, '2026'))).toEqual([
    [],
    ['Nothing to propose. Type the fees, or skip.'],
    ['No Form 2 in 2026. Form 1 of this school was used.'],
    ['Only one student. Look at the receipts before you accept.'],
  ])
  expect([row, empty].map(isProposed)).toEqual([true, false])
})

test('changed figures count in place of the proposed ones, and decisions are counted', () => {
  const changed: ProposedRow = {
    ...row,
    decision: 'change',
    chosen: [{ term_id: 2, amount: 9_000, to_school: null }],
  }
  expect(figuresOf(row, terms).map(({ amount }) => amount)).toEqual([35_500, null])
  expect(figuresOf(changed, terms).map(({ amount }) => amount)).toEqual([null, 9_000])
  const counts = decisionCounts([row, changed, changed, { ...row, decision: 'skip' }])
  expect(counts).toEqual({ accepted: 0, changed: 2, skipped: 1, open: 1 })
  expect(decisionWords(counts)).toBe('2 changed and 1 skipped')
})
