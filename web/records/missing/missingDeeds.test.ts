import { expect, test } from 'vitest'
import { missingDeed } from './missingDeeds.ts'

test.each([
  { role: 1, state: 'missing', deed: 'add' },
  { role: 1, state: 'unverified', deed: 'verify' },
  { role: 1, state: 'returned', deed: 'edit' },
  { role: 2, state: 'unverified', deed: 'edit' },
  { role: 3, state: 'unverified', deed: 'verify' },
  { role: 4, state: 'missing', deed: 'add' },
  { role: 4, state: 'unverified', deed: 'edit' },
  { role: 5, state: 'missing', deed: undefined },
] as const)('role $role can $deed what is $state', ({ role, state, deed }) => {
  expect(missingDeed('report', state, role)).toBe(deed)
  expect(missingDeed('receipt', state, role)).toBe(deed)
})
