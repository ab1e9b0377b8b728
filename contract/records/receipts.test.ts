import { assert, integer, property } from 'fast-check'
import { expect, test } from 'vitest'
import { fieldErrors } from '../base/call.ts'
import {
  categories,
  centsIn,
  COST_MAX,
  receiptForm,
  shillingsText,
  toCents,
  toShillings,
} from './receipts.ts'

const item = { category: 'Transport', item: 'Bus fare', cost: '1250.50' }
const receipt = {
  student_id: '1',
  year_id: '1',
  term_id: '1',
  class_id: '1',
  liaison_comment: 'Paid at the school.',
  items: [item],
}

const errorsOf = (changes: object) => {
  const { error } = receiptForm.safeParse({ ...receipt, ...changes })
  return error ? fieldErrors(error) : {}
}

test('a receipt is accepted as typed', () => {
  expect(receiptForm.parse(receipt)).toMatchObject({ student_id: 1, items: [{ ...item, cost: 1250.5 }] })
})

test('a new row has no id, even if one is sent', () => {
  const idOf = (id: unknown) => receiptForm.parse({ ...receipt, items: [{ ...item, id }] }).items[0]?.id
  expect(['', '0', 'x', undefined, '7'].map(idOf)).toEqual([undefined, undefined, undefined, undefined, 7])
})

test('an empty receipt has a message for each field', () => {
  const { error } = receiptForm.safeParse({})
  expect(error && fieldErrors(error)).toEqual({
    student_id: ['Student cannot be empty'],
    year_id: ['Year cannot be empty'],
    term_id: ['Term cannot be empty'],
    class_id: ['Class cannot be empty'],
    liaison_comment: ['Liaison Comment cannot be empty'],
    items: ['Receipt Items are Required'],
  })
  expect(errorsOf({ items: [] })).toEqual({ items: ['Receipt Items are Required'] })
})

test('an empty row has its messages under its own index', () => {
  expect(errorsOf({ items: [item, {}] })).toEqual({
    'items.1.category': ['Category cannot be empty'],
    'items.1.item': ['Item cannot be empty'],
    'items.1.cost': ['Cost cannot be empty'],
  })
})

const COST_WRONG = 'Cost must be an amount from 0 to 10,000,000, with two decimals at most'

test.each([
  ['', 'Cost cannot be empty'],
  [' ', 'Cost cannot be empty'],
  ['-1', COST_WRONG],
  ['1.005', COST_WRONG],
  ['12,50', COST_WRONG],
  ['1,2', COST_WRONG],
  ['.', COST_WRONG],
  [',', COST_WRONG],
  // Separators in the wrong place: a digit may have been added or lost.
  ['8,9281', COST_WRONG],
  ['8,9281.00', COST_WRONG],
  [',928.00', COST_WRONG],
  ['1,5.0', COST_WRONG],
  ['5,.5', COST_WRONG],
  ['1,,000', COST_WRONG],
  ['1 00 000', COST_WRONG],
  ['KES', COST_WRONG],
  ['1e3', COST_WRONG],
  ['10000000.01', COST_WRONG],
  ['99999999', COST_WRONG],
  [0.1 + 0.2, COST_WRONG],
  [Number.NaN, 'Cost cannot be empty'],
  [null, 'Cost cannot be empty'],
])('a cost cannot be %j', (cost, message) => {
  expect(errorsOf({ items: [{ ...item, cost }] })).toEqual({ 'items.0.cost': [message] })
})

test.each([
  ['0', 0],
  ['0.05', 0.05],
  [12, 12],
  ['10000000.00', COST_MAX],
  [' 8928.5 ', 8928.5],
  ['.5', 0.5],
  ['5.', 5],
  ['1,000', 1000],
  ['8,928.00', 8928],
  ['1,234,567.89', 1_234_567.89],
  ['1 250.50', 1250.5],
  ['1\u00a0250', 1250],
  ['KES 1,250.50', 1250.5],
  ['kes1250', 1250],
  ['12,345.50', 12_345.5],
  ['1 000', 1000],
])('a cost may be typed as %j', (typed, cost) => {
  expect(receiptForm.parse({ ...receipt, items: [{ ...item, cost: typed }] }).items[0]?.cost).toBe(cost)
})

test.each([
  ['1,250.5', 125_050],
  ['KES 0.05', 5],
  ['-1,200', -120_000],
  ['−0.50', -50],
  ['20000000', 2_000_000_000],
  ['pending', undefined],
  ['', undefined],
  ['-', undefined],
  ['123456789', undefined],
])('%j in cents is %j', (typed, cents) => expect(centsIn(typed)).toBe(cents))

test.each([
  [0, '0.00'],
  [-50, '-0.50'],
  [-120_000_05, '-120,000.05'],
])('%j cents are written %j', (cents, text) => expect(shillingsText(cents)).toBe(text))

test('a category must be a known one', () => {
  const of = (category: string) => errorsOf({ items: [{ ...item, category }] })
  expect(categories.map(of)).toEqual(categories.map(() => ({})))
  expect(of('Sweets')).toEqual({ 'items.0.category': ['Category is not valid'] })
})

test('a receipt has at most a hundred items', () => {
  expect(errorsOf({ items: Array.from({ length: 101 }, () => item) })).toEqual({
    items: ['Receipt Items may not be more than 100'],
  })
})

test('every amount that may be typed keeps its cents', () => {
  assert(
    property(integer({ min: 0, max: COST_MAX * 100 }), (cents) => {
      const typed = `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
      const { items } = receiptForm.parse({ ...receipt, items: [{ ...item, cost: typed }] })
      expect(toCents(items[0]?.cost ?? -1)).toBe(cents)
      expect(toShillings(cents).toFixed(2)).toBe(typed)
    }),
  )
})
