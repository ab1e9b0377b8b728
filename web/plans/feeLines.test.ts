import { expect, test } from 'vitest'
import { fieldErrors } from '#contract/base/call.ts'
import { feeLines, feeLinesOf, plannedCents } from './feeLines.ts'

const term_id = 1

test.each([
  [
    { to_school: '20,500.00', rest: '9,500' },
    { amount: 30_000, to_school: 20_500 },
  ],
  [
    { to_school: '', rest: '9,500.10' },
    { amount: 9_500.1, to_school: null },
  ],
  [
    { to_school: '0.10', rest: '0.20' },
    { amount: 0.3, to_school: 0.1 },
  ],
  [
    { to_school: '800', rest: '' },
    { amount: 800, to_school: 800 },
  ],
  [
    { to_school: ' ', rest: '' },
    { amount: null, to_school: null },
  ],
])('%j is %j', (typed, fees) => {
  expect(feeLines.parse({ term_id, ...typed })).toEqual({ term_id, ...fees })
  expect(plannedCents({ term_id, ...typed })).toBe(
    fees.amount === null ? undefined : Math.round(fees.amount * 100),
  )
})

test('a plan without an amount to the school is everything else', () => {
  expect(feeLinesOf({ term_id, amount: 30_000, to_school: null })).toEqual({
    term_id,
    to_school: '',
    rest: '30,000.00',
  })
  expect(feeLinesOf({ term_id, amount: 30_000, to_school: 20_499.9 })).toMatchObject({
    to_school: '20,499.90',
    rest: '9,500.10',
  })
  expect(feeLinesOf({ term_id, amount: null, to_school: null })).toMatchObject({ to_school: '', rest: '' })
})

test.each([
  [{ to_school: 'abc', rest: '' }, 'to_school', /^To the school must be an amount/],
  [{ to_school: '6,000,000', rest: '6,000,000' }, 'rest', /^Planned cannot be more than 10,000,000/],
] as const)('%j is refused beside its field', (typed, field, message) => {
  const { error } = feeLines.safeParse({ term_id, ...typed })
  expect(error && fieldErrors(error)[field]?.[0]).toMatch(message)
})
