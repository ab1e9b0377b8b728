import { expect, test } from 'vitest'
import type { Missing, MissingState } from '#contract/records.ts'
import { summaryOf, workOf } from './missingWords.ts'

const rowsOf = (...states: (MissingState | null)[]): Missing[] =>
  states.map((report, index) => ({
    student_id: index + 1,
    ref: `EL-000${index + 1}`,
    name: 'Kevin Otieno',
    path: null,
    school: 'Nyando Girls High School',
    liaison_id: 4,
    liaison: 'Lydia Chebet',
    report,
    report_id: null,
    receipt: null,
    receipt_id: null,
    receipts: 0,
  }))

test('sums up how many are missing, unverified and returned', () => {
  expect(summaryOf(rowsOf('missing', 'returned', 'missing', null), 'report')).toBe(
    'Reports: 2 missing, 1 returned',
  )
  expect(summaryOf(rowsOf('missing'), 'receipt')).toBeUndefined()
})

test('counts as work what waits for oneself', () => {
  expect(workOf(rowsOf('missing', 'missing', 'returned', 'unverified'), 'report')).toBe(
    '2 reports missing, 1 returned',
  )
  expect(workOf(rowsOf('missing'), 'report')).toBe('1 report missing')
  expect(workOf(rowsOf('returned'), 'report')).toBe('1 report returned')
  expect(workOf(rowsOf('unverified', null), 'report')).toBeUndefined()
})
