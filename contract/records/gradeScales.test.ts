import { expect, test } from 'vitest'
import { gradeByScale, type GradeScale } from './gradeScales.ts'

const cbe: GradeScale = { curriculum: 'CBE', lowest: [90, 75, 58, 41, 31, 21, 11, 1] }

test.for([
  { mark: 100, grade: 'EE1' },
  { mark: 90, grade: 'EE1' },
  { mark: 89.9, grade: 'EE2' },
  { mark: 58, grade: 'ME1' },
  { mark: 1, grade: 'BE2' },
  { mark: 0.9, grade: undefined },
])('the grade of $mark is $grade', ({ mark, grade }) => {
  expect(gradeByScale(cbe, mark)).toBe(grade)
})

test('a scale without marks gives no grade', () => {
  expect(gradeByScale({ ...cbe, lowest: [] }, 50)).toBeUndefined()
})
