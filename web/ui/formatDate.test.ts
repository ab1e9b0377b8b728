import { expect, test } from 'vitest'
import { formatDate, formatDateTime } from './formatDate.ts'

const instant = (...parts: [number, number, number, number, number]) => new Date(...parts).toISOString()

test('shows a date as 12 Mar 2026', () => {
  expect(formatDate(instant(2026, 2, 12, 14, 5))).toBe('12 Mar 2026')
})

test('writes September like every other month', () => {
  expect(formatDate(instant(2026, 8, 1, 0, 0))).toBe('1 Sep 2026')
})

test('shows an instant with its time in 24 hours', () => {
  expect(formatDateTime(instant(2026, 2, 12, 4, 5))).toBe('12 Mar 2026, 04:05')
})
