import { expect, test } from 'vitest'
import type { Cell } from '#contract/base/csv.ts'
import { tableOf } from './Download.ts'

const tableWith = (cell: Cell) =>
  tableOf({ name: 'test', headers: ['Cell'], lines: (row: Cell) => [[row]] }, [cell]).lines

test.each([
  '=1+1',
  '+254 700',
  '-5',
  '@SUM(A1)',
  '\t=1',
  '\r=1',
  '\n=1',
  '\tplain',
  ' =1+1',
  '\u00a0=1',
  '\ufeff=1',
  '＝1+1',
  '＋254',
  '－5',
  '＠SUM(A1)',
  '\u3000＝1',
  '﹦1',
])('takes the harm out of %j', (text) => {
  expect(tableWith(text)).toEqual([[`'${text}`]])
  expect(tableOf({ name: 'test', headers: [text], lines: () => [] }, []).headers).toEqual([`'${text}`])
})

test.each(['Amina', "O'Brien", 'a=b', ' a', 'a＝b', '', null, -5, 0])('leaves %j as it is', (cell) => {
  expect(tableWith(cell)).toEqual([[cell]])
})

test('numbers the rows, not their lines', () => {
  const { lines } = tableOf(
    {
      name: 'test',
      headers: ['No.', 'Student'],
      lines: (students: string[], number) => students.map((student) => [number, student]),
    },
    [['Ann', 'Barasa'], ['Zawadi']],
  )
  expect(lines).toEqual([
    [1, 'Ann'],
    [1, 'Barasa'],
    [2, 'Zawadi'],
  ])
})
