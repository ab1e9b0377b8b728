import { assert, constantFrom, integer, option, property, record } from 'fast-check'
import { expect, test } from 'vitest'
import {
  bandsOf,
  chartedAt,
  compareResults,
  curricula,
  curriculumInName,
  type CurriculumName,
  curriculumNames,
  gradesOf,
  meaningOf,
  pointsOf,
  type Result,
} from './curricula.ts'

/** The scales as printed in the official documents. */
const model: Record<CurriculumName, Record<string, number>> = {
  '8-4-4': { A: 12, 'A-': 11, 'B+': 10, B: 9, 'B-': 8, 'C+': 7, C: 6, 'C-': 5, 'D+': 4, D: 3, 'D-': 2, E: 1 },
  CBE: { EE1: 8, EE2: 7, ME1: 6, ME2: 5, AE1: 4, AE2: 3, BE1: 2, BE2: 1 },
}

const results = constantFrom(...curriculumNames).chain((curriculum) =>
  record({
    curriculum: constantFrom(curriculum),
    grade: constantFrom(...gradesOf(curriculum)),
    mark: option(integer({ min: 0, max: 1_000 }).map((tenths) => tenths / 10)),
  }),
)

/** Compares by mark if both results have one, else by points; never across curricula, nor with uncounted results. */
function plainly(a: Result, b: Result): number | undefined {
  if (a.curriculum !== b.curriculum) return undefined
  const [points, others] = [model[a.curriculum][a.grade], model[b.curriculum][b.grade]]
  if (points === undefined || others === undefined) return undefined
  return a.mark === null || b.mark === null ? points - others : a.mark - b.mark
}

test('the points of each grade are the official ones, from the best down; X and Y have none', () => {
  for (const curriculum of curriculumNames) {
    const grades = Object.keys(model[curriculum])
    expect(gradesOf(curriculum)).toEqual([...grades, 'X', 'Y'])
    expect(gradesOf(curriculum).map((grade) => pointsOf(curriculum, grade))).toEqual([
      ...Object.values(model[curriculum]),
      null,
      null,
    ])
  }
})

test('results compare like a simple model, and swapping them changes the sign', () => {
  assert(
    property(results, results, (a, b) => {
      const order = compareResults(a, b)
      expect(order).toBe(plainly(a, b))
      expect(Math.sign(compareResults(b, a) ?? 0) + Math.sign(order ?? 0)).toBe(0)
    }),
    { numRuns: 2_000 },
  )
})

test('a chart shows marks if its curriculum is drawn by marks, and points otherwise', () => {
  assert(
    property(results, ({ curriculum, grade, mark }) => {
      const drawn = curricula[curriculum].axis === 'marks' ? mark : (model[curriculum][grade] ?? null)
      expect(chartedAt({ curriculum, grade, mark })).toBe(['X', 'Y'].includes(grade) ? null : drawn)
    }),
  )
})

test('each band of CBE contains two levels, and 8-4-4 has no bands', () => {
  expect(bandsOf('CBE')).toEqual([
    { name: 'Exceeding', low: 7, high: 8 },
    { name: 'Meeting', low: 5, high: 6 },
    { name: 'Approaching', low: 3, high: 4 },
    { name: 'Below', low: 1, high: 2 },
  ])
  expect(bandsOf('8-4-4')).toEqual([])
  expect(['EE2', 'BE1', 'X'].map((grade) => meaningOf('CBE', grade))).toEqual([
    'Exceeding Expectations',
    'Below Expectations',
    'Absent, or cancelled',
  ])
  expect(meaningOf('8-4-4', 'B+')).toBe('')
})

test.each([
  ['Grade 10', 'CBE'],
  [' grade 4', 'CBE'],
  ['Vocational 2', 'CBE'],
  ['Form 3', '8-4-4'],
  ['Standard 8', '8-4-4'],
  ['Graded reading', undefined],
  ['Year 1', undefined],
])('the class name %s means the curriculum %s', (name, curriculum) => {
  expect(curriculumInName(name)).toBe(curriculum)
})
