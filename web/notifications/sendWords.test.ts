import { describe, expect, it } from 'vitest'
import type { NotificationPreview } from '#contract/notifications.ts'
import { inWords, lead } from './sendWords.ts'

const student = (reports: number, receipts: number) => ({
  id: 1,
  ref: 'EL-0001',
  name: 'Faith',
  reports,
  receipts,
})
const letter = (reports: number, receipts: number) => ({
  supporter_id: 1,
  name: 'Grace',
  email: 'grace@elimu.test',
  students: [{ ...student(reports, receipts), cost: 0 }],
})
const nothing: NotificationPreview = {
  seen: '',
  letters: [],
  left_out: [],
  pending: { students: 0, reports: 0, receipts: 0 },
  returned: { students: 0, reports: 0, receipts: 0 },
}

describe('the sentence about a send', () => {
  it('says how many records are sent, in how many letters', () => {
    const left_out = [{ ...student(16, 25), reason: 'disabled' as const, supporter: null }]
    const preview = {
      ...nothing,
      letters: [letter(90, 139), letter(2, 0)],
      left_out,
      pending: { students: 2, reports: 2, receipts: 2 },
    }
    expect(lead(preview)).toBe('92 of 110 report cards and 139 of 166 receipts will be sent in 2 letters.')
  })

  it('omits zero counts, and gives no totals if everything is sent', () => {
    expect(lead({ ...nothing, letters: [letter(1, 0)] })).toBe('1 report card will be sent in 1 letter.')
    expect(lead({ ...nothing, letters: [letter(1, 2)] })).toBe(
      '1 report card and 2 receipts will be sent in 1 letter.',
    )
    expect(lead(nothing)).toBe('Nothing can be sent yet.')
    expect(inWords({ reports: 9, receipts: 14 }, ', ')).toBe('9 report cards, 14 receipts')
    expect(inWords({ reports: 0, receipts: 1 })).toBe('1 receipt')
  })
})
