import { expect, test } from 'vitest'
import { receiptTotals } from './receiptTotals.ts'

test('costs are summed by category and in all, in whole cents', () => {
  const items = [
    { category: 'Transport', cost: '0.10' },
    { category: 'Shopping', cost: '1,690' },
    { category: 'Transport', cost: '0.20' },
  ]
  expect(receiptTotals(items)).toEqual({
    total: 169_030,
    byCategory: [
      { category: 'Transport', cents: 30 },
      { category: 'Shopping', cents: 169_000 },
    ],
  })
})

test('what cannot be read counts nothing, and a row without a category counts in all', () => {
  const items = [
    { category: 'Transport', cost: 'much' },
    { category: '', cost: '5' },
    { category: '', cost: '' },
  ]
  expect(receiptTotals(items)).toEqual({ total: 500, byCategory: [{ category: 'Transport', cents: 0 }] })
})
