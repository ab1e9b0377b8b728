import { expect, test } from 'vitest'
import { parseSearch, stringifySearch } from './searchText.ts'

test('keeps text as people write it', () => {
  expect(stringifySearch({ search: '2024', page: 2, next: '/dashboard?menu=users' })).toBe(
    '?search=2024&page=2&next=%2Fdashboard%3Fmenu%3Dusers',
  )
  expect(parseSearch('?search=true&page=2')).toEqual({ search: 'true', page: '2' })
})

test('leaves out what is not set', () => {
  expect(stringifySearch({ page: undefined })).toBe('')
})
