import { expect, it } from 'vitest'
import { textSheet } from '../sheet/testing/register.ts'
import { timeOf } from './sheetTime.ts'

const TERMS = ['Term 1', 'Term 2', 'Term 3']
const MARKS = ['Adm No|Name|Eng|Kisw', '4411|Faith Atieno|67 B|71']

it.each([
  ['Results T1 2025.xlsx', 'FORM 2-4', '', { words: 'Term 1, 2025', from: 'its name' }],
  ['results_term2_2025.csv', 'results_term2_2025', '', { words: 'Term 2, 2025', from: 'its name' }],
  ['Results 2024.xlsx', 'END OF TERM 3', 'RESULTS 2024', { words: 'Term 3, 2024', from: 'title and name' }],
  ['book.xlsx', 'CLASS 8 TERM 3', 'FORM 2 TERM EXAMS', { words: 'Term 3', from: 'its name' }],
  ['book.xlsx', 'S', 'Second term', { words: 'Term 2', from: 'its title' }],
  ['book.xlsx', 'S', 'Term 2, 2023', { words: 'Term 2, 2023', from: 'its title' }],
  ['2024.xlsx', 'Sheet1', '', { words: '2024', from: 'its name' }],
  ['Term 1.xlsx', 'S', 'Results of Term 2', undefined],
  ['marks.xlsx', 'Sheet1', '', undefined],
])('the sheet of %s, %s, with the title %j gives %j', (file, name, title, time) => {
  const sheet = { ...textSheet(title, ...MARKS), name, file, header: 1 }
  expect(timeOf('results', sheet, TERMS)).toEqual(time)
})

it('a sheet with columns for year and term needs no other', () => {
  const sheet = textSheet('Name|Year|Term|Eng', 'Faith Atieno|2025|Term 1|67 B')
  expect(timeOf('results', { ...sheet, file: '2024 T2.xlsx', header: 0 }, TERMS)).toBeUndefined()
})
