import { expect, test } from 'vitest'
import { gradeByKey } from './gradeByKey.ts'

test('a letter leads to the plain grade, plus and minus to the one beside it', () => {
  const typed = (keys: string) => keys.split('').reduce((grade, key) => gradeByKey(grade, key) ?? grade, '')
  expect(['b', 'B+', 'b-', 'a', 'A-', 'x', 'bc'].map(typed)).toEqual(['B', 'B+', 'B-', 'A', 'A-', 'X', 'C'])
})

test('a key that leads to no grade changes none', () => {
  for (const [present, key] of [
    ['A', '+'],
    ['', '-'],
    ['X', '-'],
    ['B', 'Enter'],
    ['B', 'z'],
  ] as const)
    expect(gradeByKey(present, key)).toBeUndefined()
})
