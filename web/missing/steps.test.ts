import { expect, test } from 'vitest'
import type { Missing } from '#contract/records/records.ts'
import { lacks, missingAction, nextStep, stepWord } from './steps.ts'

test.each([
  { role: 1, state: 'missing', action: 'add' },
  { role: 1, state: 'unverified', action: 'verify' },
  { role: 1, state: 'returned', action: 'edit' },
  { role: 2, state: 'unverified', action: 'edit' },
  { role: 3, state: 'unverified', action: 'verify' },
  { role: 4, state: 'missing', action: 'add' },
  { role: 4, state: 'unverified', action: 'edit' },
  { role: 5, state: 'missing', action: undefined },
] as const)('role $role can $action what is $state', ({ role, state, action }) => {
  expect(missingAction('report', state, role)).toBe(action)
  expect(missingAction('receipt', state, role)).toBe(action)
})

const whole: Missing = {
  student_id: 1,
  ref: 'EL-0001',
  name: 'Kevin Otieno',
  path: '/api/files/1',
  no_certificate: false,
  unknown_facts: 0,
  school: 'Nyando Girls High School',
  liaison_id: 4,
  liaison: 'Lydia Chebet',
  report: null,
  report_id: null,
  receipt: null,
  receipt_id: null,
  receipts: 0,
  receipts_returned: 0,
  consent: null,
  consent_until: null,
}

test.each([
  { lack: 'returned', row: { report: 'returned', receipt: 'missing' }, word: 'Correct report card' },
  { lack: 'returned', row: { report: 'missing', receipt: 'returned' }, word: 'Correct receipt' },
  { lack: 'noReport', row: { report: 'missing', receipt: 'missing' }, word: 'Add report card' },
  { lack: 'noReceipt', row: { report: 'unverified', receipt: 'missing' }, word: 'Add receipt' },
  { lack: 'unverified', row: { report: 'unverified', path: null }, word: 'Verify' },
  { lack: 'noPicture', row: { path: null, no_certificate: true }, word: 'Add picture' },
  { lack: 'noCertificate', row: { no_certificate: true, unknown_facts: 2 }, word: 'Add certificate' },
  { lack: 'unknownFacts', row: { unknown_facts: 2 }, word: 'Complete facts' },
] as const)('of what is open, $word comes first', ({ row, word }) => {
  const step = nextStep({ ...whole, ...row }, 1)
  expect(step && stepWord(step)).toBe(word)
})

test('a selected lack determines the next step', () => {
  const row: Missing = { ...whole, report: 'returned', receipt: 'missing', path: null, no_certificate: true }
  expect(nextStep(row, 1, 'noReceipt')).toMatchObject({ of: 'receipt', action: 'add' })
  expect(nextStep(row, 1, 'noPicture')).toEqual({ of: 'picture' })
  expect(nextStep(row, 1, 'noCertificate')).toEqual({ of: 'certificate' })
  expect(nextStep(row, 1, 'noReport')).toMatchObject({ of: 'report', action: 'edit' })
  expect(nextStep(row, 5)).toBeUndefined()
})

test('a returned receipt is not counted as unverified', () => {
  const row: Missing = {
    ...whole,
    report: 'unverified',
    receipt: 'returned',
    receipts: 3,
    receipts_returned: 1,
  }
  const counts = Object.entries(lacks).map(([lack, { count }]) => [lack, count(row)])
  expect(Object.fromEntries(counts)).toEqual({
    noReport: 0,
    unverified: 3,
    returned: 1,
    noReceipt: 0,
    noPicture: 0,
    noCertificate: 0,
    unknownFacts: 0,
    noConsent: 0,
    consentEndsSoon: 0,
  })
})
