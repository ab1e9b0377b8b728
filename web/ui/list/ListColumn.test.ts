import { expect, test } from 'vitest'
import { headGroups, type ListColumn, startsGroup } from './ListColumn.ts'

const column = (name: string, group?: string): ListColumn<object> => ({
  name,
  header: name,
  cell: () => name,
  ...(group && { group }),
})
const columns = [
  column('year'),
  column('term'),
  column('pending', 'Reports'),
  column('sent', 'Reports'),
  column('due', 'Receipts'),
  column('send'),
]

test('neighbours of one group share a heading', () => {
  expect(headGroups(columns)).toEqual([
    { name: undefined, span: 2, first: 'year' },
    { name: 'Reports', span: 2, first: 'pending' },
    { name: 'Receipts', span: 1, first: 'due' },
    { name: undefined, span: 1, first: 'send' },
  ])
})

test('there is a vertical rule where the group changes', () => {
  expect(columns.map((_, index) => startsGroup(columns, index))).toEqual([
    false,
    false,
    true,
    false,
    true,
    true,
  ])
})
