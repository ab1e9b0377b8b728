import { assert, integer, property } from 'fast-check'
import { expect, test } from 'vitest'
import { COST_MAX } from '#contract/records/receipts.ts'
import { centsOf, differenceWords, kes, markText, money, shownMark, sumOf } from './amounts.ts'

test('money has two decimals and thousands separators', () => {
  const changedNames = { 0: '0.00', 8928: '8,928.00', 1234.5: '1,234.50', 1234567.89: '1,234,567.89' }
  for (const [amount, text] of Object.entries(changedNames)) expect(money(Number(amount))).toBe(text)
})

test('money in a sentence has cents only where there are any, and sums are exact', () => {
  expect([1_840_500, 0.3].map(kes)).toEqual(['KES 1,840,500', 'KES 0.30'])
  expect(money(sumOf([0.1, 0.2]))).toBe('0.30')
})

test('a mark has a decimal in a form only if needed, and always elsewhere', () => {
  expect([0, 61.5, 70, 100].map(markText)).toEqual(['0', '61.5', '70', '100'])
  expect([0, 61.5, 70, 100].map(shownMark)).toEqual(['0.0', '61.5', '70.0', '100.0'])
})

test.each(['', '12,50', '1,2', '1,', '1.234,50', '-1', '1e3', '1.2.3', 'twelve', '.', ',', 'KES'])(
  '%j is no amount',
  (typed) => {
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

test.each([
  [10_000, '1,100.00 less than paid'],
  [11_100.1, '0.10 more than paid'],
  [11_100, undefined],
])('receipts of %d for 11,100 paid differ by %s', (receipted, words) => {
  expect(differenceWords({ amount: 11_100, receipted })).toBe(words)
})
