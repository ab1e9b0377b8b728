import { expect, test } from 'vitest'
import { divideRows } from './divideRows.ts'

const rows = (count: number) => Array.from({ length: count }, () => ({}))

test('a sheet that fits into one call is one part', () => {
  expect(divideRows(rows(3), [1, 2, 1], 3)).toEqual([[0, 1, 2]])
})

test('rows are divided in their order', () => {
  expect(divideRows(rows(5), [], 2)).toEqual([[0, 1], [2, 3], [4]])
})

test('all rows about one student are in one part', () => {
  expect(divideRows(rows(6), [1, 2, 1, 2, 3, 1], 3)).toEqual([
    [0, 2, 5],
    [1, 3, 4],
  ])
})

test('a row without a student is beside the rows with its receipt or admission number', () => {
  const sheet = [
    { receipt_no: 'R  7' },
    { admission_no: '44' },
    { receipt_no: '' },
    { receipt_no: 'r 7' },
    { admission_no: '44' },
  ]
  expect(divideRows(sheet, [1, 2, 3, null, null], 2)).toEqual([[0, 3], [1, 4], [2]])
})
