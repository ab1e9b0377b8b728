import { expect, test } from 'vitest'
import { covers, endsOf, findPeriod, listPeriods } from './periods.ts'

const periods = listPeriods(
  [
    { id: 8, year_name: '2027' },
    { id: 7, year_name: '2026' },
  ],
  [
    { id: 1, term_name: 'Term 1' },
    { id: 2, term_name: 'Term 2' },
    { id: 3, term_name: 'Term 3' },
  ],
)

test('terms are in the order of their years', () => {
  expect(periods.map(({ name }) => name)).toEqual([
    'Term 1, 2026',
    'Term 2, 2026',
    'Term 3, 2026',
    'Term 1, 2027',
    'Term 2, 2027',
    'Term 3, 2027',
  ])
  expect(findPeriod(periods, 8, 1)?.name).toBe('Term 1, 2027')
  expect(findPeriod(periods, null, null)).toBeUndefined()
})

const from = { from_year_id: 7, from_term_id: 3 }

test.each([
  [{ ...from, until_year_id: 8, until_term_id: 1 }, 'Term 3, 2026', 'Term 1, 2027', 2],
  [{ ...from, until_year_id: null, until_term_id: null }, 'Term 3, 2026', undefined, 4],
  [{ ...from, until_year_id: 7, until_term_id: 1 }, 'Term 3, 2026', 'Term 1, 2026', 0],
])('the promise %j is from %s until %s and covers %d terms', (time, first, last, count) => {
  const { from: starts, until } = endsOf(time, periods)
  expect([starts?.name, until?.name]).toEqual([first, last])
  expect(periods.filter((period) => covers(time, periods, period))).toHaveLength(count)
})
