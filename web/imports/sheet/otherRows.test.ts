import { expect, test } from 'vitest'
import { otherRows } from './otherRows.ts'
import { asChosen, textSheet } from './testing/register.ts'

test('rows that are no records are counted by their reason, and headings of groups are named', () => {
  const [row, headings] = ['Ruth|F|Moi', 'Name|Sex|School']
  const groups = ['GROUP 1', row, 'GROUP 2', row]
  expect(otherRows(asChosen(textSheet(headings, row)))).toEqual([])
  expect(otherRows(asChosen(textSheet(headings, ...groups, headings, 'TOTAL|2', 'GRAND TOTAL|2')))).toEqual([
    '2 headings of groups (GROUP 1 and GROUP 2)',
    '1 row with the headings again',
    '2 totals',
  ])
  const many = Array.from({ length: 7 }, (_, at) => [`GROUP ${at}`, row]).flat()
  expect(otherRows(asChosen(textSheet(headings, ...many)))).toEqual([
    '7 headings of groups (GROUP 0, GROUP 1, GROUP 2, GROUP 3, GROUP 4 and 2 more)',
  ])
})
