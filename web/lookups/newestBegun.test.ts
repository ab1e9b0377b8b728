import { expect, test } from 'vitest'
import { newestBegun } from './newestBegun.ts'

const years = ['2027', '2026', '2025'].map((year_name, index) => ({ id: index + 1, year_name }))

test('a planned year is not the newest one', () => {
  expect(newestBegun(years, '2026-11-29')?.year_name).toBe('2026')
  expect(newestBegun(years, '2027-01-01')?.year_name).toBe('2027')
  expect(newestBegun(years, '2024-05-02')?.year_name).toBe('2027')
  expect(newestBegun([], '2026-11-29')).toBeUndefined()
})
