import { expect, test } from 'vitest'
import { readResult } from './readResult.ts'

test.each([
  ['67 B', 67, 'B'],
  ['B 67', 67, 'B'],
  ['67B+', 67, 'B+'],
  ['A- 81.5', 81.5, 'A-'],
  ['A-', null, 'A-'],
  ['a –', null, 'A-'],
  ['B plain (67)', 67, 'B'],
  ['67 (B)', 67, 'B'],
  ['67/100, C+', 67, 'C+'],
  ['67%', 67, ''],
  ['61.3333', 61.3, ''],
  ['100', 100, ''],
  ['0 E', 0, 'E'],
  ['X', 0, 'X'],
  ['Absent', 0, 'X'],
  ['70 y', 0, 'Y'],
] as const)('the result %s of 8-4-4 is the mark %s and the grade %s', (typed, mark, grade) => {
  expect(readResult(typed, '8-4-4')).toEqual({ mark, grade })
})

test.each([
  ['ME1', null, 'ME1'],
  ['me 2', null, 'ME2'],
  ['EE1 84', 84, 'EE1'],
  ['84 EE 1', 84, 'EE1'],
  ['55', 55, ''],
] as const)('the result %s of CBE is the mark %s and the level %s', (typed, mark, grade) => {
  expect(readResult(typed, 'CBE')).toEqual({ mark, grade })
})

test.each([
  ['101', '8-4-4'],
  ['ME1', '8-4-4'],
  ['67 B 70 A', '8-4-4'],
  ['B+', 'CBE'],
  ['good', '8-4-4'],
  ['F', '8-4-4'],
  ['-5', '8-4-4'],
  ['', 'CBE'],
] as const)('%s is no result of %s', (typed, curriculum) => {
  expect(readResult(typed, curriculum)).toBe(undefined)
})
