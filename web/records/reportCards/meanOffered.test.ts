import { expect, test } from 'vitest'
import { meanOffered } from './meanOffered.ts'

const row = (mark: string, grade = 'B') => ({ id: '', subject_id: '1', grade, mark })

test('the mean of the marks is offered until it is the mean score', () => {
  const marks = [row('74'), row('77'), row('55.5')]
  expect(meanOffered({ marks, mark: '', grade: 'B' })).toBe(68.8)
  expect(meanOffered({ marks, mark: '70', grade: 'B' })).toBe(68.8)
  expect(meanOffered({ marks, mark: ' 68.8 ', grade: '' })).toBeUndefined()
})

test('neither X and Y nor what cannot be read counts in the mean', () => {
  const marks = [row('74'), row('0', 'X'), row('0', 'Y'), row(''), row('101'), row('7.25'), row('abc')]
  expect(meanOffered({ marks, mark: '', grade: 'B' })).toBe(74)
  expect(meanOffered({ marks: [row('0', 'X')], mark: '', grade: 'B' })).toBeUndefined()
})

test.each(['X', 'Y'])('with the mean grade %s there is no mean', (grade) => {
  expect(meanOffered({ marks: [row('74')], mark: '0', grade })).toBeUndefined()
})
