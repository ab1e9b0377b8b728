import { expect, test } from 'vitest'
import { linkChanges, mergeChosen, receiptsToSave } from './linkChoices.ts'

/** The receipts 1 to 3 at the payment 7. */
const atPayment = (receipts: number[]) =>
  [1, 2, 3].map((receipt_id) => ({
    line_id: 7,
    receipts,
    receipt_id,
    words: `KES ${receipt_id}00.00`,
    note: '',
  }))
/** The receipt 1 at each payment. */
const ofReceipt = (byPayment: Record<number, number[]>) =>
  Object.entries(byPayment).map(([line_id, receipts]) => ({
    line_id: Number(line_id),
    receipts,
    receipt_id: 1,
    words: `Payment ${line_id}`,
    note: '',
  }))

test('each changed payment is saved with the receipts that were seen', () => {
  expect(receiptsToSave(atPayment([1, 2]), ['7-2', '7-3'])).toEqual([
    { line_id: 7, receipts: [2, 3], seen: [1, 2] },
  ])
  expect(receiptsToSave(atPayment([1]), ['7-1'])).toEqual([])
  expect(receiptsToSave(ofReceipt({ 7: [2], 8: [1, 3], 9: [] }), ['7-1'])).toEqual([
    { line_id: 7, receipts: [2, 1], seen: [2] },
    { line_id: 8, receipts: [3], seen: [1, 3] },
  ])
})

test('the form names what others linked and unlinked', () => {
  expect(linkChanges(atPayment([1]), atPayment([1]))).toEqual([])
  expect(linkChanges(atPayment([1]), atPayment([2, 3]))).toEqual([
    'Somebody else linked KES 200.00 and KES 300.00.',
    'Somebody else unlinked KES 100.00.',
  ])
  expect(linkChanges(ofReceipt({ 7: [2], 8: [] }), ofReceipt({ 7: [2, 3], 8: [] }))).toEqual([
    'Somebody else changed other receipts of Payment 7.',
  ])
})

test('what was ticked or unticked stays, and the rest follows what others saved', () => {
  expect(mergeChosen(atPayment([1]), ['7-2'], atPayment([1, 3]))).toEqual(['7-2', '7-3'])
  expect(mergeChosen(atPayment([1]), ['7-1', '7-2'], atPayment([]))).toEqual(['7-2'])
  // Receipts that were entered since.
  expect(mergeChosen(atPayment([]).slice(0, 1), ['7-1'], atPayment([3]))).toEqual(['7-1', '7-3'])
})
