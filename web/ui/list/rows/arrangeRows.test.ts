import { describe, expect, test } from 'vitest'
import { searchText } from '#contract/base/lists.ts'
import { termSearchText } from '#contract/notifications.ts'
import { findRows, pageCount, pageOf, searchableRows, sortRows } from './arrangeRows.ts'

type Person = { name: string; marks: number | null }

const people: Person[] = [
  { name: 'Wanjiru', marks: 9 },
  { name: 'émile', marks: 100 },
  { name: 'Achieng', marks: null },
  { name: 'wanjiru', marks: 20 },
]
const searchable = searchableRows(people, ({ name }) => searchText([name]))
const rowsOf = (entries: { row: Person }[]) => entries.map(({ row }) => row)

describe('searching', () => {
  test.each([
    ['WANJ', ['Wanjiru', 'wanjiru']],
    ['Emile', ['émile']],
    ['  ', ['Wanjiru', 'émile', 'Achieng', 'wanjiru']],
    ['nobody', []],
  ])('finds %j without case and accents', (search, names) => {
    expect(rowsOf(findRows(searchable, search)).map(({ name }) => name)).toEqual(names)
  })
})

const children = ['Umi Wanjiru', 'Umi Otieno', 'Wanjiru Kamau'].map((name, position) => ({
  name,
  liaison: 'Brian Ochieng',
  school: 'Nyando Girls High',
  ref: `EL-000${position + 1}`,
}))

test.each([
  ['wanjiru umi', ['Umi Wanjiru']],
  ['  UMI   wan ', ['Umi Wanjiru']],
  ['mi wanj', ['Umi Wanjiru']],
  ['jiru umi', []],
  ['umi', ['Umi Wanjiru', 'Umi Otieno']],
  ['umi kamau', []],
  ['och bri', ['Umi Wanjiru', 'Umi Otieno', 'Wanjiru Kamau']],
  ['umi brian', []],
  ['girls h', ['Umi Wanjiru', 'Umi Otieno', 'Wanjiru Kamau']],
  ['girls nyando', []],
  ['umi 0001', []],
  ['0001', ['Umi Wanjiru']],
])('finds %j as part of a field, or the words of a person’s name in any order', (search, names) => {
  const rows = searchableRows(children, ({ name, liaison, school, ref }) =>
    searchText([name, liaison], [ref, school]),
  )
  expect(findRows(rows, search).map(({ row }) => row.name)).toEqual(names)
})

test.each([
  ['Term 2', ['2026 Term 2', '2025 Term 2']],
  ['2026 term 2', ['2026 Term 2']],
  ['TERM 2 2026', ['2026 Term 2']],
  ['2026', ['2026 Term 2', '2026 Term 1']],
  ['2 term', []],
])('finds %j in the Progress Report', (search, names) => {
  const terms = [
    { year_name: '2026', term_name: 'Term 2' },
    { year_name: '2026', term_name: 'Term 1' },
    { year_name: '2025', term_name: 'Term 2' },
  ]
  const found = findRows(searchableRows(terms, termSearchText), search)
  expect(found.map(({ row }) => `${row.year_name} ${row.term_name}`)).toEqual(names)
})

test.each(["ng'ang'a", 'Ng’ang’a', 'ng‘ang‘a', 'Ngʼangʼa'])('finds %j by any apostrophe', (search) => {
  const rows = searchableRows(["Joy Ng'ang'a", 'Ng’ang’a Kamau', 'Nganga'], (name) => searchText([name]))
  expect(findRows(rows, search).map(({ row }) => row)).toEqual(["Joy Ng'ang'a", 'Ng’ang’a Kamau'])
})

describe('sorting', () => {
  test('sorts names without regard to case and accents, and keeps the order of equal names', () => {
    const sorted = rowsOf(sortRows(searchable, ({ name }) => name, false))
    expect(sorted.map(({ name }) => name)).toEqual(['Achieng', 'émile', 'Wanjiru', 'wanjiru'])
  })

  test.each([
    [false, [9, 20, 100, null]],
    [true, [100, 20, 9, null]],
  ])('orders numbers by size with empty ones last (descending: %j)', (isDescending, marks) => {
    const sorted = rowsOf(sortRows(searchable, (person) => person.marks, isDescending))
    expect(sorted.map((person) => person.marks)).toEqual(marks)
  })

  test('does not change the given rows', () => {
    sortRows(searchable, ({ name }) => name, false)
    expect(rowsOf(searchable)).toEqual(people)
  })
})

describe('paging', () => {
  const rows = Array.from({ length: 23 }, (_, index) => index + 1)

  test('returns one page', () => {
    expect(pageOf(rows, 2, 5)).toEqual({ rows: [6, 7, 8, 9, 10], page: 2 })
  })

  test('ends with the remaining rows', () => {
    expect(pageOf(rows, 5, 5)).toEqual({ rows: [21, 22, 23], page: 5 })
  })

  test('goes back to the last page when rows were removed', () => {
    expect(pageOf(rows.slice(0, 20), 5, 5)).toEqual({ rows: [16, 17, 18, 19, 20], page: 4 })
  })

  test('shows an empty list as its page 1', () => {
    expect(pageOf([], 3, 5)).toEqual({ rows: [], page: 1 })
    expect(pageCount(0, 5)).toBe(1)
  })
})
