import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { columnsAt } from './columnsAt.tsx'
import type { ListColumn } from './ListColumn.ts'

type Row = Record<'name' | 'ref' | 'category', string>

const column = (name: keyof Row): ListColumn<Row> => ({ name, header: name, cell: (row) => row[name] })
const columns: ListColumn<Row>[] = [
  { name: 'no', header: 'No.', only: 'wide', cell: (_row, number) => number },
  { ...column('ref'), under: 'name' },
  column('name'),
  { ...column('category'), under: 'name' },
  { name: 'menu', header: 'Actions', only: 'narrow', cell: () => 'More' },
]
const namesAt = (...width: Parameters<typeof columnsAt<Row>>) => columnsAt(...width).map(({ name }) => name)

test('a wide table has a column for everything', () => {
  expect(namesAt('wide', columns)).toEqual(['no', 'ref', 'name', 'category'])
})

test('a narrow table omits some columns, and shows others under their neighbour', () => {
  expect(namesAt('narrow', columns)).toEqual(['name', 'menu'])
  const [name] = columnsAt('narrow', columns)
  const faith = { name: 'Faith', ref: 'EL-0412', category: 'High School' }
  expect(renderToStaticMarkup(name?.cell(faith, 1, 0))).toMatch(
    /^Faith<div [^>]*><span>EL-0412<\/span><span>High School<\/span><\/div>$/,
  )
})
