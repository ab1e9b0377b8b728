import { expect, test } from 'vitest'
import { type Lookup, lookups, lookupTaken, offeredYears, sortLookups } from './lookups.ts'

test('Add Year offers the last eleven years, the newest first', () => {
  const years = offeredYears(2026)
  expect(years).toHaveLength(11)
  expect([years[0], years.at(-1)]).toEqual(['2026', '2016'])
})

test('years begin with the newest, names are in the order a reader expects', () => {
  const years: Lookup[] = ['2024', '2026', '2025'].map((year_name, id) => ({ id, year_name }))
  expect(sortLookups('years', years).map(({ year_name }) => year_name)).toEqual(['2026', '2025', '2024'])
  const terms: Lookup[] = ['Term 10', 'term 2', 'Term 1'].map((term_name, id) => ({ id, term_name }))
  expect(sortLookups('terms', terms).map(({ term_name }) => term_name)).toEqual([
    'Term 1',
    'term 2',
    'Term 10',
  ])
})

test('each kind of lookup has its own error messages', () => {
  expect(lookups.subjects.form.safeParse({}).error?.issues[0]?.message).toBe('Subject Name cannot be empty')
  expect(lookups.years.form.safeParse({ year_name: '26' }).error?.issues[0]?.message).toBe(
    'Year is not valid',
  )
  expect(lookupTaken('classes')).toBe('This class exists already')
})
