import { assert, integer, property } from 'fast-check'
import { expect, test } from 'vitest'
import { COST_MAX } from '#contract/receipts.ts'
import { money } from '../amounts.ts'
import { centsOf, plainCost } from './typedCost.ts'

test.each([
  ['8928', '8928'],
  [' 8928.5 ', '8928.5'],
  ['8,928.00', '8928.00'],
  ['1,234,567.89', '1234567.89'],
  ['1 250.50', '1250.50'],
  ['1\u00a0250', '1250'],
  ['KES 1,250.50', '1250.50'],
  ['kes1250', '1250'],
  ['.5', '0.5'],
  ['12.', '12'],
  // A digit more or less in an amount that had its separators.
  ['8,9281.00', '89281.00'],
  [',928.00', '928.00'],
])('%j is sent as %j', (typed, sent) => {
  expect(plainCost(typed)).toBe(sent)
})

test.each(['', '12,50', '1,2', '1,', '1.234,50', '-1', '1e3', '1.2.3', 'twelve', '.', ',', 'KES'])(
  '%j stays as it is, for the form to refuse',
  (typed) => {
    expect(plainCost(typed)).toBe(typed)
    expect(centsOf(typed)).toBeUndefined()
  },
)

test.each(['1.005', '10,000,000.01', '99999999'])('%j is read, and counts nothing', (typed) => {
  expect(centsOf(typed)).toBeUndefined()
})

test('every amount counts to the cent, as it is shown', () => {
  assert(
    property(integer({ min: 0, max: COST_MAX * 100 }), (cents) => {
      expect(centsOf(money(cents / 100))).toBe(cents)
    }),
  )
})
