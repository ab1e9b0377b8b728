import { expect, test } from 'vitest'
import type { Gap, GapState } from '#contract/records.ts'
import { summaryOf, workOf } from './gapWords.ts'

const gapsOf = (...states: (GapState | null)[]): Gap[] =>
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
  expect(summaryOf(gapsOf('missing', 'returned', 'missing', null), 'report')).toBe(
    'Reports: 2 missing, 1 returned',
  )
  expect(summaryOf(gapsOf('missing'), 'receipt')).toBeUndefined()
})

test('counts as work what waits for oneself', () => {
  expect(workOf(gapsOf('missing', 'missing', 'returned', 'unverified'), 'report')).toBe(
    '2 reports missing, 1 returned',
  )
  expect(workOf(gapsOf('missing'), 'report')).toBe('1 report missing')
  expect(workOf(gapsOf('returned'), 'report')).toBe('1 report returned')
  expect(workOf(gapsOf('unverified', null), 'report')).toBeUndefined()
})
