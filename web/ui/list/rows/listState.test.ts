import { describe, expect, test } from 'vitest'
import { addressOf, nextSort, queryOf, readListState, sortDirection } from './listState.ts'

/** Without a size, a list has the one that its reader chose last. */
const defaults = { page: 1, size: undefined, search: '', sort: undefined }

describe('the address of a list', () => {
  test.each([
    [{}, defaults],
    [
      { page: 3, size: 25, search: 'amina', sort: '-name' },
      { page: 3, size: 25, search: 'amina', sort: '-name' },
    ],
    [
      { page: '2', size: '10' },
      { ...defaults, page: 2, size: 10 },
    ],
    [{ page: 0 }, defaults],
    [{ page: -4, size: 7 }, defaults],
    [{ page: 'x', size: 'all', search: {}, sort: '' }, defaults],
  ])('reads %j', (search, state) => {
    expect(readListState(search)).toEqual(state)
  })

  test('omits defaults', () => {
    expect(Object.values(addressOf(defaults)).filter((value) => value !== undefined)).toEqual([])
  })

  test('contains a chosen size, even if it is the default', () => {
    expect(addressOf(readListState({ size: 5 }))).toEqual({ size: 5 })
  })

  test('contains what the user chose', () => {
    const state = { page: 2, size: 50, search: 'mwangi', sort: 'email' }
    expect(readListState(addressOf(state))).toEqual(state)
  })
})

describe('the query of a list', () => {
  const state = { ...defaults, size: 5 }

  test.each([
    [undefined, undefined],
    ['status', 'status'],
  ])('has the own order %s until the user chooses one', (own, sort) => {
    expect(queryOf(state, own).sort).toBe(sort)
    expect(queryOf({ ...state, sort: '-name' }, own).sort).toBe('-name')
  })
})

describe('clicking a heading', () => {
  test('sorts up, then down, and the third click clears', () => {
    expect(nextSort(undefined, 'name')).toBe('name')
    expect(nextSort('name', 'name')).toBe('-name')
    expect(nextSort('-name', 'name')).toBeUndefined()
  })

  test('of another column starts there', () => {
    expect(nextSort('-name', 'email')).toBe('email')
  })

  test('is announced to screen readers', () => {
    expect(sortDirection('name', 'name')).toBe('ascending')
    expect(sortDirection('-name', 'name')).toBe('descending')
    expect(sortDirection('-name', 'email')).toBe('none')
  })
})
