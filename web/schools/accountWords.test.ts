import { expect, test } from 'vitest'
import { numberOf, paidInto, setterWords, timeWords, usedWords } from './accountWords.ts'

const none = {
  bank: null,
  branch: null,
  account_name: null,
  number: null,
  business_number: null,
  by: null,
  word: null,
}
const bank = { ...none, kind: 'bank', bank: 'KCB Bank', branch: 'Kericho', number: '1108 2290 61' } as const
const paybill = { ...none, kind: 'paybill', business_number: '400222', by: 'admission_no' } as const

test.each([
  [bank, 'KCB Bank, Kericho', '1108 2290 61'],
  [paybill, 'M-Pesa Paybill 400222', 'admission number'],
  [{ ...paybill, by: 'word', word: 'FEES' } as const, 'M-Pesa Paybill 400222', 'FEES'],
  // As it is typed.
  [{ ...none, kind: 'bank' } as const, '–', '–'],
])('an account is shown in words: %#', (account, into, number) => {
  expect([paidInto(account), numberOf(account)]).toEqual([into, number])
})

test.each([
  [0, null, 'Not paid yet'],
  [1, '2026-08-26', 'Paid once, last on 26\u00a0Aug\u00a02026'],
  [9, '2026-08-26', 'Paid 9 times, last on 26\u00a0Aug\u00a02026'],
  [1, null, 'Paid once'],
])('an account that was used %i times, last on %s: %s', (payments, last_paid_on, words) => {
  expect(usedWords({ payments, last_paid_on })).toBe(words)
})

test('an account says who set it, also to that person', () => {
  const account = { set_at: '2026-01-12T06:00:00.000Z', set_by: 'Joseph Mutiso', set_by_id: 2 }
  expect(setterWords(account, 1)).toBe('Joseph Mutiso on 12\u00a0Jan\u00a02026')
  expect(setterWords(account, 2)).toBe('you on 12\u00a0Jan\u00a02026')
})

test('an account says since when it is used, and until when it was', () => {
  const set_at = '2024-01-11T06:00:00.000Z'
  expect(timeWords({ set_at, replaced_at: null })).toBe('Since 11\u00a0Jan\u00a02024')
  expect(timeWords({ set_at, replaced_at: '2027-01-08T06:00:00.000Z' })).toBe(
    '11\u00a0Jan\u00a02024 to 8\u00a0Jan\u00a02027',
  )
})
