import { expect, test } from 'vitest'
import {
  agoWords,
  choiceOf,
  chosenOf,
  NO_PAYMENT,
  type OpenPayment,
  openSum,
  proposedPayment,
  valuesPaidBy,
} from './openPayments.ts'
import { receiptEditor } from './receiptEditor.ts'

const payment = (own: Partial<OpenPayment> = {}): OpenPayment => ({
  line_id: 12,
  student_id: 7,
  name: 'Wanjiru Kamau',
  has_left: false,
  school: 'Nyando Girls',
  class_id: 4,
  class: 'Form 4',
  year_id: 2,
  term_id: 1,
  term: 'Term 1',
  amount: 23_400,
  paid_on: '2027-01-14',
  receipted: 0,
  receipts: [],
  days: 18,
  open: 23_400,
  ...own,
})
const second = payment({ line_id: 13, term_id: 2, amount: 4_000.1, open: 4_000.1, paid_on: '2027-02-22' })

test('a new receipt proposes the only payment, unless it has a receipt already or is of another term', () => {
  expect(proposedPayment([payment()])).toEqual([payment()])
  expect(proposedPayment([payment()], { year_id: 2, term_id: 1 })).toEqual([payment()])
  expect(proposedPayment([payment()], { year_id: 2, term_id: 2 })).toEqual([])
  expect(proposedPayment([payment({ receipts: [3] })])).toEqual([])
  expect(proposedPayment([payment(), second])).toEqual([])
  expect(proposedPayment([])).toEqual([])
})

test('a receipt of payments has the term and the class of the first, and what they lack in receipts', () => {
  const rest = payment({ receipted: 22_100, open: 1_300, receipts: [3] })
  expect(valuesPaidBy([rest, second], { class_id: '3' })).toEqual({
    year_id: '2',
    term_id: '1',
    class_id: '4',
    items: [{ id: '', category: 'Tuition Fees', item: 'School fees, Term 1', cost: '5,300.10' }],
  })
  expect(valuesPaidBy([payment({ class_id: null })], { class_id: '3' }).class_id).toBe('3')
})

test('an answer names its payments', () => {
  const both = [payment(), second]
  expect(chosenOf(both, choiceOf(both))).toEqual(both)
  expect(chosenOf(both, '13')).toEqual([second])
  expect(chosenOf(both, NO_PAYMENT)).toEqual([])
  expect(chosenOf(both, '')).toEqual([])
  expect(openSum(both)).toBe(27_400.1)
})

test('a receipt is sent with its payments, and one of something else without', () => {
  const pdf = new File(['%PDF-'], 'receipt.pdf', { type: 'application/pdf' })
  const filled = {
    ...receiptEditor.empty(7),
    ...valuesPaidBy([payment()], { class_id: '' }),
    liaison_comment: 'Paid.',
    receipt: pdf,
  }
  const sent = (payment_lines: string) =>
    receiptEditor.added.parse({ ...filled, payment_lines }).payment_lines
  expect(sent('12,13')).toEqual([12, 13])
  expect(sent(NO_PAYMENT)).toBeUndefined()
  expect(sent('')).toBeUndefined()
})

test.each([
  ['2027-02-01', 'today'],
  ['2027-01-31', '1 day ago'],
  ['2027-01-14', '18 days ago'],
])('what was paid on %s was paid %s', (day, words) => {
  expect(agoWords(day, '2027-02-01')).toBe(words)
})
