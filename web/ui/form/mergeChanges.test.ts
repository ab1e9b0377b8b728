import { expect, test } from 'vitest'
import { mergeChanges } from './mergeChanges.ts'

const row = (id: string, item: string, cost: string) => ({ id, item, cost })
const none: File | null = null
const before = {
  name: 'Faith',
  mother: 'Rose',
  file: none,
  items: [row('1', 'Fees', '7'), row('2', 'Bus', '5')],
}

test('an unchanged field gets the saved value, a changed field keeps the user’s value', () => {
  const mine = { ...before, name: 'Faith Atieno' }
  const theirs = { ...before, name: 'Faith A.', mother: 'Rose Akinyi' }
  expect(mergeChanges(before, mine, theirs)).toEqual({
    ...before,
    name: 'Faith Atieno',
    mother: 'Rose Akinyi',
  })
})

test('a chosen file is kept', () => {
  const file = new File(['abc'], 'receipt.pdf')
  expect(mergeChanges({ ...before }, { ...before, file }, before).file).toBe(file)
})

test('only changed rows keep the user’s values', () => {
  const mine = { ...before, items: [row('1', 'Fees', '8'), row('2', 'Bus', '5'), row('', 'Soap', '3')] }
  const theirs = { ...before, items: [row('1', 'Fees', '9'), row('2', 'Bus', '6'), row('3', 'Books', '4')] }
  expect(mergeChanges(before, mine, theirs).items).toEqual([
    row('1', 'Fees', '8'),
    row('2', 'Bus', '6'),
    row('3', 'Books', '4'),
    row('', 'Soap', '3'),
  ])
})

test('a row that either side removed is removed, unless the user changed it here', () => {
  const mine = { ...before, items: [row('2', 'Bus', '6')] }
  const theirs = { ...before, items: [row('1', 'Fees', '9')] }
  expect(mergeChanges(before, mine, theirs).items).toEqual([row('2', 'Bus', '6')])
  const untouched = { ...before, items: [...before.items, row('', 'Soap', '3')] }
  expect(mergeChanges(before, untouched, theirs).items).toEqual([row('1', 'Fees', '9'), row('', 'Soap', '3')])
})
