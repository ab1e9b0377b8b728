import { describe, expect, it, test } from 'vitest'
import type { Payment, PaymentRow } from '#contract/money/payments.ts'
import {
  approvalNote,
  changesSince,
  checksOf,
  noLines,
  placeWords,
  statement,
  stateOf,
  stepOf,
  stillOwedOf,
  sumsOf,
} from './paymentWords.ts'

const sums = { note: null, total: 100, paid: 0, came_back: 0 }

test.each([
  ['draft', { ...sums, state: 'draft' }],
  ['returned', { ...sums, state: 'draft', note: 'Which one?' }],
  ['to_approve', { ...sums, state: 'to_approve' }],
  ['to_pay', { ...sums, state: 'approved', paid: 99.99 }],
  ['paid', { ...sums, state: 'approved', paid: 70.1, came_back: 29.9 }],
] as const)('a payment is %s', (state, payment) => {
  expect(stateOf(payment)).toBe(state)
})

it('counts the payments of a term in words', () => {
  expect(placeWords(2)).toBe('second payment')
})

it('adds up what schools are still owed, as far as it is known', () => {
  const owed = (...amounts: (number | null)[]) => stillOwedOf(amounts.map((still_owed) => ({ still_owed })))
  expect([owed(20_000, null, 0.1), owed(0), owed(null), owed()]).toEqual([20_000.1, 0, null, null])
})

it('says that a payment is empty only without a search', () => {
  expect(noLines('')).toBe('No student is in this payment.')
  expect(noLines('Ouma')).toBe('No student or school matches “Ouma”.')
})

describe('who may approve', () => {
  it('is explained to a preparer', () => {
    expect(approvalNote({ may_approve: false, is_preparer: true }, 1)?.text).toMatch(/^You prepared/)
  })

  it('is explained to a coordinator', () => {
    expect(approvalNote({ may_approve: false, is_preparer: false }, 3)?.text).toMatch(/^An administrator/)
  })

  it('warns the only user who works with payments', () => {
    expect(approvalNote({ may_approve: true, is_preparer: true }, 1)?.tone).toBe('note')
    expect(approvalNote({ may_approve: true, is_preparer: false }, 2)).toBeUndefined()
  })
})

const line = (
  student_id: number,
  more: Partial<Payment['lines'][number]> = {},
): Payment['lines'][number] => ({
  id: student_id,
  student_id,
  name: ['Achieng Ouma', 'Barasa Wekesa', 'Cherono Langat'][student_id - 1] ?? `Student ${student_id}`,
  admission_no: '4471',
  class: 'Form 1',
  school_id: 1,
  school: 'Ahero Girls',
  owed: 20_000,
  amount: 20_000,
  reason: null,
  left_out: false,
  may_put_back: false,
  still_owed: null,
  receipted: 0,
  paid_on: null,
  reference: null,
  came_back_on: null,
  came_back_reason: null,
  ...more,
})

type Point = Payment['points'][number]
const point = (kind: Point['kind'], key: string, students: number[]): Point => ({
  kind,
  key,
  students,
  school_id: 1,
  school: 'Ahero Girls',
  ticked_by: null,
  spoke_to: null,
})

const bankAt = (school_id: number, school: string, number: string): Payment['schools'][number] => ({
  school_id,
  school,
  reference: null,
  account: {
    kind: 'bank',
    bank: 'KCB Bank',
    branch: 'Ahero',
    account_name: school,
    number,
    business_number: null,
    by: null,
    word: null,
  },
})

it('adds up what of the money that came back is owed again, if that is known of each student', () => {
  const back = (still_owed: number | null) => line(1, { came_back_on: '2026-01-20', still_owed })
  const again = (...lines: Payment['lines']) => sumsOf(lines).owed_again
  expect(again(line(2, { still_owed: 5_000 }))).toBe(0)
  expect(again(back(20_000), back(25_000), back(1_000), back(0))).toBe(41_000)
  expect(again(back(20_000), back(null))).toBeNull()
})

it('leads from a paid payment to its missing receipts', () => {
  const paid = { ...sums, state: 'approved', paid: 100, paid_students: 3 } as PaymentRow
  expect(stepOf({ ...paid, receipts: 2 }, 3).word).toBe('Missing receipts')
  expect(stepOf({ ...paid, receipts: 3 }, 3).word).toBe('Open')
})

describe('what an approver ticks', () => {
  const lines = [line(1), line(2), line(3)]

  it('is one tick for all amounts above what is owed, and one for each account and number', () => {
    const points = [
      point('account', 'account-1', []),
      point('same_admission_no', 'same_admission_no-1-1-2', [1, 2]),
      point('above_plan', 'above_plan-1', [1]),
      point('above_plan', 'above_plan-3', [3]),
    ]
    expect(checksOf({ points, lines, schools: [] }).map(({ title, keys }) => [title, keys])).toEqual([
      ['Ahero Girls: the account is new or has changed', ['account-1']],
      ['2 students at Ahero Girls have the same admission number, 4471', ['same_admission_no-1-1-2']],
      ['2 amounts are above what is owed', ['above_plan-1', 'above_plan-3']],
    ])
  })

  it('names the schools of one account, however its number is spaced', () => {
    const points = [point('same_account', 'same_account-1-2', [])]
    const schools = [bankAt(1, 'Ahero Girls', '0102 4471'), bankAt(2, 'Dago School', '01024471')]
    const titles = (some: Payment['schools']) =>
      checksOf({ points, lines, schools: some }).map(({ title }) => title)
    expect(titles([...schools, bankAt(3, 'Bondo Boys', '777')])).toEqual([
      'Ahero Girls and Dago School have the same account',
    ])
    expect(titles(schools.slice(0, 1))).toEqual(['Ahero Girls: another school has the same account'])
  })
})

describe('what changed meanwhile', () => {
  const seen = {
    state: 'to_approve',
    version: 2,
    total: 60_000,
    lines: [line(1), line(2), line(3)],
    note: null,
  } as Payment

  it('is nothing while a draft follows the register', () => {
    expect(changesSince(seen, { ...seen, state: 'draft', lines: [] })).toEqual([])
  })

  it('names each line, the new total and who approved it', () => {
    const lines = [line(1, { left_out: true, reason: 'At home' }), line(2, { amount: 15_000 })]
    const now = {
      ...seen,
      version: 3,
      total: 15_000,
      lines,
      state: 'approved' as const,
      approved_by: 'Amina',
    }
    expect(changesSince(seen, now)).toEqual([
      'Amina approved it.',
      'Cherono Langat is not in it any more.',
      'Achieng Ouma was left out: At home.',
      'Barasa Wekesa gets KES 15,000 instead of KES 20,000.',
      'The payment is now KES 15,000, it was KES 60,000.',
    ])
  })

  it('names a student by the new and the former name', () => {
    const now = { ...seen, version: 3, lines: [line(1, { name: 'Achieng Odera' }), line(2), line(3)] }
    expect(changesSince(seen, now)).toEqual(['Achieng Odera is the new name of Achieng Ouma.'])
  })

  it('names what is owed since, although the payment is the same', () => {
    const now = {
      ...seen,
      state: 'to_approve' as const,
      lines: [line(1, { owed: 14_000 }), line(2), line(3)],
    }
    expect(changesSince({ ...seen, state: 'to_approve' }, now)).toEqual([
      'Achieng Ouma is owed KES 14,000 instead of KES 20,000, and gets KES 20,000.',
    ])
  })

  it('counts changes after the fourth', () => {
    const lines = Array.from({ length: 7 }, (_, index) => line(index + 11))
    expect(changesSince({ ...seen, lines: [] }, { ...seen, version: 3, lines }).at(-1)).toBe(
      '3 more changes.',
    )
  })
})

describe('the first sentence of the page', () => {
  const row = {
    ...sums,
    state: 'to_approve',
    term: 'Term 1',
    year: '2026',
    students: 3,
    schools: 1,
    prepared_by: 'Grace Wambui',
    at: '2026-01-12T07:42:00.000Z',
    may_approve: true,
  } as PaymentRow

  it.each<[string, Partial<PaymentRow>]>([
    ['KES 100 for 3 students at 1 school is ready to be approved', {}],
    ['KES 100 for 3 students waits for approval', { may_approve: false }],
    ['KES 100 for 3 students at 1 school is a draft', { state: 'draft' }],
    ['The payment for Term 1, 2026 was returned', { state: 'draft', note: 'Which one?' }],
    ['KES 100 is approved, to be paid to 1 school', { state: 'approved' }],
    ['KES 30 is still to be paid', { state: 'approved', paid: 50, came_back: 20 }],
  ])('is: %s', (title, more) => {
    expect(statement({ ...row, ...more }).title).toBe(title)
  })
})
