import { expect, test } from 'vitest'
import { fieldErrors } from '#contract/errors.ts'
import { editedReceiptForm, newReceiptForm } from './receiptForm.ts'
import { emptyItem, emptyReceipt } from './receiptValues.ts'

const receipt = new File(['%PDF-'], 'receipt.pdf', { type: 'application/pdf' })
const fees = { category: 'Tuition Fees', item: 'Term 3 tuition', cost: '8,928.00' }
const filled = {
  ...emptyReceipt(7),
  year_id: '1',
  term_id: '3',
  class_id: '2',
  liaison_comment: 'Paid.',
  items: [fees],
}

test('rows that nobody filled in at the end are not sent', () => {
  const { items } = newReceiptForm.parse({ ...filled, receipt, items: [fees, emptyItem, emptyItem] })
  expect(items).toEqual([{ ...fees, cost: 8928 }])
})

test('an empty row between others is missed under its own place', () => {
  const { error } = newReceiptForm.safeParse({ ...filled, receipt, items: [emptyItem, fees] })
  expect(Object.keys(error ? fieldErrors(error) : {})).toEqual([
    'items.0.category',
    'items.0.item',
    'items.0.cost',
  ])
})

test('a new receipt without items and PDF misses both, an edited one keeps its PDF', () => {
  const { error } = newReceiptForm.safeParse({ ...filled, items: [emptyItem] })
  expect(error && fieldErrors(error)).toEqual({
    items: ['Receipt Items are Required'],
    receipt: ['Please Select Student Receipt for Upload'],
  })
  expect(editedReceiptForm.parse({ ...filled, version: 2 })).toMatchObject({ version: 2, receipt: null })
})
