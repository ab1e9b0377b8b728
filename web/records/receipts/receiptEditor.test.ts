import { expect, test } from 'vitest'
import { fieldErrors } from '#contract/base/call.ts'
import type { Receipt } from '#contract/records/receipts.ts'
import { adoptServerValues } from '../form/recordEditor.ts'
import { emptyItem, receiptEditor, receiptTotals } from './receiptEditor.ts'

const receipt = new File(['%PDF-'], 'receipt.pdf', { type: 'application/pdf' })
const fees = { category: 'Tuition Fees', item: 'Term 3 tuition', cost: '8,928.00' }
const filled = {
  ...receiptEditor.empty(7),
  year_id: '1',
  term_id: '3',
  class_id: '2',
  liaison_comment: 'Paid.',
  items: [fees],
}

test('empty rows at the end are not sent', () => {
  const { items } = receiptEditor.added.parse({ ...filled, receipt, items: [fees, emptyItem, emptyItem] })
  expect(items).toEqual([{ ...fees, cost: 8928 }])
})

test('an empty row between others gets its own error', () => {
  const { error } = receiptEditor.added.safeParse({ ...filled, receipt, items: [emptyItem, fees] })
  expect(Object.keys(error ? fieldErrors(error) : {})).toEqual([
    'items.0.category',
    'items.0.item',
    'items.0.cost',
  ])
})

test('a new receipt needs items and a PDF, an edited one keeps its PDF', () => {
  const { error } = receiptEditor.added.safeParse({ ...filled, items: [emptyItem] })
  expect(error && fieldErrors(error)).toEqual({
    items: ['Receipt Items are Required'],
    receipt: ['Please Select Student Receipt for Upload'],
  })
  expect(receiptEditor.edited.parse({ ...filled, version: 2 })).toMatchObject({ version: 2, receipt: null })
})

test('only the items and fields that others changed get their values', () => {
  const item = (id: number, name: string, cost: number) => ({
    id,
    category: 'Transport',
    item: name,
    cost,
  })
  const theirs: Receipt = {
    id: 7,
    student_id: 1,
    year_id: 1,
    term_id: 2,
    class_id: 3,
    year: '2025',
    term: 'Term 2',
    class: 'Form 3',
    school: 'Alliance High School',
    status: 0,
    liaison_comment: 'Theirs.',
    receipt_no: null,
    remark: null,
    entered_by: 'Brian Ochieng',
    updated_at: '2026-05-06T06:00:00.000Z',
    version: 2,
    items: [item(1, 'Bus', 900), item(2, 'Boat', 250)],
    categories: [],
    total_cost: 1_150,
    pathFinance: null,
  }
  const soap = { ...emptyItem, category: 'Shopping', item: 'Soap', cost: '30' }
  const typed = receiptEditor.valuesOf({ ...theirs, items: [item(1, 'Bus', 700), item(2, 'Boat', 200)] })
  const changedNames = ['term', 'Transport: Boat', 'status']
  expect(
    adoptServerValues(receiptEditor, theirs, changedNames, {
      ...typed,
      items: [...typed.items, soap, emptyItem],
    }),
  ).toEqual({
    term_id: '2',
    items: [typed.items[0], { id: '2', category: 'Transport', item: 'Boat', cost: '250.00' }, soap],
  })
})

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

test('an invalid amount counts as 0, and a row without a category counts in the total', () => {
  const items = [
    { category: 'Transport', cost: 'much' },
    { category: '', cost: '5' },
    { category: '', cost: '' },
  ]
  expect(receiptTotals(items)).toEqual({ total: 500, byCategory: [{ category: 'Transport', cents: 0 }] })
})
