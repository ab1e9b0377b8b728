import { expect, test } from 'vitest'
import { markText, money, shownMark } from './amounts.ts'

test('money has two decimals and thousands separators', () => {
  const changedNames = { 0: '0.00', 8928: '8,928.00', 1234.5: '1,234.50', 1234567.89: '1,234,567.89' }
  for (const [amount, text] of Object.entries(changedNames)) expect(money(Number(amount))).toBe(text)
})

test('a mark has a decimal in a form only if needed, and always elsewhere', () => {
  expect([0, 61.5, 70, 100].map(markText)).toEqual(['0', '61.5', '70', '100'])
  expect([0, 61.5, 70, 100].map(shownMark)).toEqual(['0.0', '61.5', '70.0', '100.0'])
})
