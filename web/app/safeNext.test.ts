import { expect, test } from 'vitest'
import { safeNext } from './safeNext.ts'

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
