import { expect, it } from 'vitest'
import { editDistance } from './editDistance.ts'

it.for([
  ['kakamega', 'kakamega', 0],
  ['kakmega', 'kakamega', 1],
  ['centre', 'center', 1],
  ['grils', 'girls', 1],
  ['girls', 'boys', 4],
  ['', 'moi', 3],
] as const)('%s and %s differ in %i letters', ([one, other, distance]) => {
  expect([editDistance(one, other), editDistance(other, one)]).toEqual([distance, distance])
})

it('stops counting letters above the limit', () => {
  expect(editDistance('kakamega', 'mombasa', 1)).toBeGreaterThan(1)
  expect(editDistance('kakamega', 'mombasa', 1)).toBeLessThan(editDistance('kakamega', 'mombasa'))
})
