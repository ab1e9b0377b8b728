import { expect, test } from 'vitest'
import { withoutRow, withRow } from './useListChanges.ts'

const rowKey = ({ id }: { id: number }) => id
const whole = {
  data: [
    { id: 1, name: 'Amina' },
    { id: 2, name: 'Tom' },
  ],
  meta: { total: 2, whole: true },
}
const page = { ...whole, meta: { total: 20_000, whole: false } }

test('a changed row replaces the old one', () => {
  const { data, meta } = withRow(whole, { id: 1, name: 'Amina Mwangi' }, rowKey)
  expect(data.map(({ name }) => name)).toEqual(['Amina Mwangi', 'Tom'])
  expect(meta.total).toBe(2)
})

test('a new row is added at the end of a whole list', () => {
  const { data, meta } = withRow(whole, { id: 3, name: 'Rose' }, rowKey)
  expect(data).toHaveLength(3)
  expect(meta.total).toBe(3)
})

test('a list that the server pages waits for the server’s answer', () => {
  expect(withRow(page, { id: 3, name: 'Rose' }, rowKey)).toBe(page)
})

test('a removed row is no longer listed or counted', () => {
  const { data, meta } = withoutRow(page, { id: 2, name: 'Tom' }, rowKey)
  expect(data.map(({ id }) => id)).toEqual([1])
  expect(meta.total).toBe(19_999)
})
