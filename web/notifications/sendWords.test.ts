import { describe, expect, it } from 'vitest'
import type { NotificationPreview, NotificationRow } from '#contract/notifications.ts'
import { inWords, lead, sendWord, termSentences } from './sendWords.ts'

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
  it('says how many of the approved records are sent, in how many letters', () => {
    const left_out = [
      {
        ...student(16, 25),
        school: 'Nyando',
        path: null,
        status: 0,
        reason: 'disabled' as const,
        supporter_email: null,
      },
    ]
    const preview = {
      ...nothing,
      letters: [letter(90, 139), letter(2, 0)],
      left_out,
      pending: { students: 2, reports: 2, receipts: 2 },
    }
    expect(lead(preview)).toBe('92 of 108 report cards and 139 of 164 receipts will be sent in 2 letters.')
  })

  it('omits zero counts, and gives no totals if everything is sent', () => {
    expect(lead({ ...nothing, letters: [letter(1, 0)] })).toBe('1 report card will be sent in 1 letter.')
    expect(lead({ ...nothing, letters: [letter(1, 2)] })).toBe(
      '1 report card and 2 receipts will be sent in 1 letter.',
    )
    expect(inWords({ reports: 9, receipts: 14 }, ', ')).toBe('9 report cards, 14 receipts')
    expect(inWords({ reports: 0, receipts: 1 })).toBe('1 receipt')
  })
})

const left_out = { noSupporter: 0, disabled: 0, restricted: 0, notShared: 0 }
const row: NotificationRow = {
  year_id: 1,
  term_id: 1,
  year_name: '2026',
  term_name: 'Term 3',
  report_pending: 30,
  report_approved: 83,
  report_sent: 0,
  finance_pending: 38,
  finance_approved: 126,
  finance_sent: 0,
  report_returned: 0,
  finance_returned: 0,
  letters: 58,
  left_out,
  letters_failed: 0,
  missing: null,
  is_newest: false,
}
const allSent = {
  ...row,
  report_pending: 0,
  finance_pending: 0,
  report_approved: 0,
  finance_approved: 0,
  letters: 0,
}

it('says what a send of a term would do', () => {
  expect(sendWord(row)).toBe('Send 58 letters')
  expect(sendWord({ ...row, letters: 0, left_out: { ...left_out, noSupporter: 22, disabled: 3 } })).toBe(
    '22 without a supporter',
  )
  expect(sendWord({ ...row, letters: 0, left_out: { ...left_out, noSupporter: 1, disabled: 3 } })).toBe(
    '3 with a disabled supporter',
  )
  expect(sendWord(allSent)).toBe('No Approvals to Send')
})

it('says the state of a term', () => {
  const waiting = { what: '30 report cards and 38 receipts still', verb: 'wait' }
  expect(termSentences(row, true)).toEqual({
    ready: '58 letters are ready to send.',
    waiting,
    returned: false,
  })
  expect(termSentences({ ...row, report_returned: 2, finance_returned: 1 }, false)).toEqual({
    ready: '83 report cards and 126 receipts are approved.',
    waiting: { what: '28 report cards and 37 receipts still', verb: 'wait' },
    returned: '2 report cards and 1 receipt are returned.',
  })
  expect(termSentences({ ...row, letters: 0, finance_pending: 0, report_pending: 1 }, true)).toEqual({
    ready: 'No letter is ready to send.',
    waiting: { what: '1 report card still', verb: 'waits' },
    returned: false,
  })
  expect(termSentences({ ...allSent, report_pending: 1, report_returned: 1 }, true)).toEqual({
    ready: 'No letter is ready to send.',
    waiting: false,
    returned: '1 report card is returned.',
  })
  expect(termSentences(allSent, true)).toEqual({
    ready: 'Everything is sent.',
    waiting: false,
    returned: false,
  })
})
