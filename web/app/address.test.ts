import { expect, test } from 'vitest'
import { parseSearch, readProfileAddress, safeNext, stringifySearch } from './address.ts'

test('keeps text as people write it', () => {
  expect(stringifySearch({ search: '2024', page: 2, next: '/dashboard?menu=users' })).toBe(
    '?search=2024&page=2&next=%2Fdashboard%3Fmenu%3Dusers',
  )
  expect(parseSearch('?search=true&page=2')).toEqual({ search: 'true', page: '2' })
})

test('omits unset parameters', () => {
  expect(stringifySearch({ page: undefined })).toBe('')
})

test.each(['/dashboard', '/dashboard?menu=users&page=2&search=a%20b', '/dashboard/gallery'])(
  'leads to %s, a place behind sign-in',
  (next) => {
    expect(safeNext(next)).toBe(next)
  },
)

test.each([
  '//evil.example',
  '/\\evil.example',
  'https://evil.example',
  'javascript:alert(1)',
  '/dashboard//evil.example',
  '/dashboard/\\evil.example',
  '/dashboardx',
  '/changepsw/1',
  '/',
  '',
  42,
  undefined,
])('does not lead to %s', (next) => {
  expect(safeNext(next)).toBeUndefined()
})

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
  [
    { student: 12, tab: 'history' },
    { student: 12, tab: 'history' },
  ],
  [{ tab: 'files' }, {}],
  [{ academic_year: '20245', finance_year: ['2025', '2024'] }, {}],
  [{ student: 0, profile: 'gallery' }, {}],
  [{ student: 1.5, profile: 'toString' }, {}],
  [{ student: { id: 1 }, profile: ['finance'] }, {}],
  [{}, {}],
])('the address %j opens %j', (address, opened) => {
  expect(readProfileAddress(address)).toEqual(opened)
})
