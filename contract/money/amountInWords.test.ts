import { expect, it } from 'vitest'
import { amountInWords } from './amountInWords.ts'

it.for([
  [0, 'Zero Kenya shillings'],
  [100, 'One Kenya shilling'],
  [43_470_000, 'Four hundred and thirty-four thousand seven hundred Kenya shillings'],
  [184_050_000, 'One million eight hundred and forty thousand five hundred Kenya shillings'],
  [100_000_500, 'One million and five Kenya shillings'],
  [1_000_000_000_00, 'One billion Kenya shillings'],
  [111_100, 'One thousand one hundred and eleven Kenya shillings'],
  [2_100_001, 'Twenty-one thousand Kenya shillings and one cent'],
  [9_050, 'Ninety Kenya shillings and fifty cents'],
] as const)('writes %d cents in words', ([cents, words]) => {
  expect(amountInWords(cents)).toBe(words)
})
