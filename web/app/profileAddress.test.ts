import { expect, test } from 'vitest'
import { readProfileAddress } from './profileAddress.ts'

test.each([
  [
    { student: 12, profile: 'academics' },
    { student: 12, profile: 'academics' },
  ],
  [
    { student: '12', profile: 'finance' },
    { student: 12, profile: 'finance' },
  ],
  [
    { student: 12, academic_year: '2024', finance_year: '2025' },
    { student: 12, academic_year: '2024', finance_year: '2025' },
  ],
  [{ academic_year: '20245', finance_year: ['2025', '2024'] }, {}],
  [{ student: 0, profile: 'gallery' }, {}],
  [{ student: 1.5, profile: 'toString' }, {}],
  [{ student: { id: 1 }, profile: ['finance'] }, {}],
  [{}, {}],
])('the address %j opens %j', (address, opened) => {
  expect(readProfileAddress(address)).toEqual(opened)
})
