import { expect, test } from 'vitest'
import type { Missing, NamedTime, OpenRecord, Step } from '#contract/records/steps.ts'
import { missingRow } from './missingRow.ts'
import { everyLack, isLacking, sentenceOf, stepOf } from './steps.ts'

const term = (term_id: number): NamedTime => ({
  year_id: 1,
  term_id,
  year_name: '2026',
  term_name: `Term ${term_id}`,
})
const shown = { time: term(3), times: { report: term(3), receipt: term(3) } }

const record = (own: Partial<OpenRecord>): OpenRecord => ({
  of: 'report',
  state: 'unverified',
  id: 1,
  time: term(3),
  total_cost: null,
  by: null,
  at: '2026-11-01T06:00:00.000Z',
  remark: null,
  until: null,
  paid_since: null,
  is_mine: true,
  is_own: false,
  ...own,
})
const receipt = (cost: number, own: Partial<OpenRecord> = {}) =>
  record({ of: 'receipt', total_cost: cost, ...own })
const returned = record({ state: 'returned', remark: 'Cut off.' })

test.each<[string, Step | null, Step[], OpenRecord[], Partial<Missing>?]>([
  ['Report card and receipt to verify', 'verify', ['verify'], [record({}), receipt(100)]],
  ['Report card to verify, no receipt', 'verify', ['verify', 'add_receipt'], [record({})]],
  ['2 receipts to verify, KES 14,280.50', 'verify', ['verify'], [receipt(14_000), receipt(280.5)]],
  ['Report card of Term 1, 2026 to verify', null, ['verify'], [record({ time: term(1) })]],
  ['Report card returned', 'correct', ['correct'], [returned]],
  ['No receipt, report card returned', 'add_receipt', ['correct', 'add_receipt'], [returned]],
  ['No report card, no receipt, no picture', 'add_report', ['add_report', 'add_receipt', 'picture'], []],
  ['No certificate, 2 facts not known', 'certificate', ['certificate', 'facts'], [], { unknown_facts: 2 }],
  ['Consent not recorded', 'consent', ['consent'], []],
  ['Paid on 14 Nov, no receipt for 15 days', 'payment', ['payment'], [], { paid_since: '2026-11-14' }],
  ['Paid on 28 Nov, no receipt for 1 day', 'payment', ['payment'], [], { paid_since: '2026-11-28' }],
  ['Paid today, no receipt', 'payment', ['payment'], [], { paid_since: '2026-11-29' }],
  ['Consent ends on 2 Dec 2026', 'consent', ['consent'], [], { consent_until: '2026-12-02' }],
  ['Consent ended on 2 Nov 2026', 'consent', ['consent'], [], { consent_until: '2026-11-02' }],
])('a student’s sentence is: %s', (sentence, step, open, records, more = {}) => {
  expect(sentenceOf(missingRow({ step, open, records, ...more }), shown, '2026-11-29')).toBe(sentence)
})

test('a missing record of another term than the shown one names its term', () => {
  const times = { time: term(3), times: { report: term(2), receipt: term(3) } }
  const sentence = sentenceOf(missingRow({ open: ['add_report', 'add_receipt'] }), times, '2026-11-29')
  expect(sentence).toBe('No report card of Term 2, 2026, no receipt')
})

test.each([
  ['2026-11-16', 'No report card, due since 16 Nov, no receipt'],
  ['2025-11-16', 'No report card, due since 16 Nov 2025, no receipt'],
])('a missing report card says since when it is due', (due_since, sentence) => {
  const row = missingRow({ open: ['add_report', 'add_receipt'], due_since })
  expect(sentenceOf(row, shown, '2026-11-29')).toBe(sentence)
})

test('a filter finds the students with one of its steps', () => {
  const found = (open: Step[]) => everyLack.filter((lack) => isLacking(missingRow({ open }), lack))
  expect(found(['correct', 'add_report'])).toEqual(['returned', 'noReport'])
  expect(found(['verify', 'certificate', 'facts'])).toEqual(['unverified', 'profile'])
  expect(found(['add_receipt', 'consent'])).toEqual(['noReceipt', 'noConsent'])
  expect(found(['payment'])).toEqual(['noReceipt'])
  // With All there are seven, the most that a line has room for.
  expect(everyLack).toHaveLength(6)
})

test.each([
  ['report', 'returned', 'correct'],
  ['receipt', 'unverified', 'verify'],
  ['report', 'missing', 'add_report'],
  ['receipt', 'missing', 'add_receipt'],
  ['facts', 'missing', 'facts'],
  ['payment', 'missing', 'payment'],
] as const)('the step of a %s that is %s is %s', (of, state, step) => {
  expect(stepOf({ of, state })).toBe(step)
})
