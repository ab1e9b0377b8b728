import { expect, test } from 'vitest'
import { answerDefaults } from './answerDefaults.ts'
import { listPeriods } from '../students/promises/periods.ts'

const periods = listPeriods(
  [
    { id: 8, year_name: '2027' },
    { id: 7, year_name: '2026' },
  ],
  [1, 2, 3].map((id) => ({ id, term_name: `Term ${id}` })),
)
const untilTerm2 = { until_year_id: 7, until_term_id: 2, term_id: null }
const untilTheLast = { until_year_id: 8, until_term_id: 3, term_id: null }
const open = { until_year_id: null, until_term_id: null, term_id: 1 }

test.each([
  ['renew', untilTerm2, undefined, '7-3', '8-2'],
  ['renew', untilTheLast, undefined, '-', '-'],
  ['end', untilTerm2, undefined, '-', '7-2'],
  ['end', open, 7, '-', '7-1'],
  ['end', open, undefined, '-', '-'],
  ['end', undefined, 7, '-', '-'],
] as const)(
  'to %s %j, late in %s, it starts with the terms “%s” and “%s”',
  (answer, promise, late, from, until) => {
    const fields = answerDefaults(answer, promise, periods, late)
    expect(`${fields.from_year_id}-${fields.from_term_id}`).toBe(from)
    expect(`${fields.until_year_id}-${fields.until_term_id}`).toBe(until)
  },
)
