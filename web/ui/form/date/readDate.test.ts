import { expect, test } from 'vitest'
import { formatDay } from '../../formatDate.ts'
import { readDate } from './readDate.ts'

test.each([
  '12/3/2026',
  '12/03/2026',
  '12.3.2026',
  '12-3-2026',
  '12 3 2026',
  '12 Mar 2026',
  '12 mar. 2026',
  '12 March, 2026',
  '12th march 2026',
  '12-Mar-2026',
  ' 2026-03-12 ',
  '2026-3-12',
])('%j is 12 March 2026', (typed) => {
  expect(readDate(typed)).toBe('2026-03-12')
})

test.each(['1/9/2026', '1 Sep 2026', '1 Sept 2026', '1 September 2026'])('%j is in September', (typed) => {
  expect(readDate(typed)).toBe('2026-09-01')
})

test.each([
  '',
  'March',
  '12 Mar',
  // Either century may be meant.
  '12/3/26',
  // The month never comes first.
  '3/25/2026',
  '31/2/2026',
  '29 Feb 2025',
  '0/3/2026',
  '12 Mai 2026',
  '1232026',
  '123/2026',
  '2026-13-01',
])('%j is no date', (typed) => {
  expect(readDate(typed)).toBeUndefined()
})

test('a date as it is shown is parsed back to the same date', () => {
  for (let month = 1; month <= 12; month++) {
    const day = `2026-${String(month).padStart(2, '0')}-09`
    expect(readDate(formatDay(day))).toBe(day)
  }
})
