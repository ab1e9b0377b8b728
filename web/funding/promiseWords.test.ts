import { expect, test } from 'vitest'
import { listPeriods } from '../students/promises/periods.ts'
import { promiseTime } from './promiseWords.ts'

const periods = listPeriods(
  [
    { id: 27, year_name: '2027' },
    { id: 26, year_name: '2026' },
  ],
  [1, 2, 3].map((id) => ({ id, term_name: `Term ${id}` })),
)
const promise = { from_year_id: 26, from_term_id: 2, until_year_id: 27, until_term_id: 1 }

test('a promise names its terms', () => {
  const from = { from_year_id: 27, from_term_id: 1 }
  const times = [
    {},
    { ...from, until_term_id: 3 },
    { ...from },
    { ...from, until_year_id: null, until_term_id: null },
    { ...from, from_term_id: 2 },
  ]
  expect(times.map((time) => promiseTime({ ...promise, ...time }, periods))).toEqual([
    'Term 2 2026 to Term 1 2027',
    'Term 1 to Term 3 2027',
    'Term 1 2027 only',
    'from Term 1 2027',
    'nothing, from Term 2 2027',
  ])
})
