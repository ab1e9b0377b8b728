import { expect, it } from 'vitest'
import { textSheet } from '../sheet/testing/register.ts'
import { placed, sheetsOf } from './readWorkbook.ts'

const named = (name: string, ...lines: string[]) => ({ ...textSheet(...lines), name })
const schools = named('Schools', 'Schools of the charity', 'School|Cluster', 'Moi Girls|Kibera')
const staff = named('Staff', 'Name|Email|Role', 'Grace Wanjiru|grace@elimu.test|Director')
const amounts = named('Sheet3', 'Name|Amount|Remarks', 'Faith|500|paid')

const kindsOf = ({ sheets }: ReturnType<typeof sheetsOf>) => sheets.map(({ name, of }) => [name, of?.kind])

it('each sheet with rows has its kind, or is not recognised', () => {
  const read = sheetsOf(
    'book.xlsx',
    [schools, amounts, named('Empty'), named('Later', 'Name|DOB'), staff],
    [],
  )
  expect(kindsOf(read)).toEqual([
    ['Schools', 'schools'],
    ['Sheet3', undefined],
    ['Staff', 'staff'],
  ])
  expect(read.notes).toEqual([])
})

it('a sheet of notes is not asked about', () => {
  expect(
    kindsOf(sheetsOf('book.xlsx', [named('Read me', 'Hello', 'Fill in the sheets'), schools], [])),
  ).toEqual([['Schools', 'schools']])
})

it('a file without rows, and each sheet that cannot be read, are said', () => {
  expect(sheetsOf('book.xlsx', [named('Later', 'Name|DOB')], []).notes).toEqual([
    { file: 'book.xlsx', text: 'This file has no rows.', isBad: true },
  ])
  const wide = { ...staff, name: 'Wide', rows: [], refusal: 'Too wide.' }
  const read = sheetsOf('book.xlsx', [schools, wide], [])
  expect(read.sheets).toHaveLength(1)
  expect(read.notes).toEqual([{ file: 'book.xlsx', text: 'Sheet “Wide”: Too wide.', isBad: true }])
})

it('a file that was dropped before counts once, also under another name', () => {
  const before = sheetsOf('book.xlsx', [schools, staff], []).sheets
  const again = sheetsOf('copy.xlsx', [schools, staff], before)
  expect(again.sheets).toEqual([])
  expect(again.notes).toEqual([
    { file: 'copy.xlsx', text: 'The same file was dropped before. It counts once.', isBad: false },
  ])
  expect(kindsOf(sheetsOf('more.xlsx', [schools, amounts], before))).toEqual([['Sheet3', undefined]])
})

it('a corrected sheet replaces its earlier version', () => {
  const before = sheetsOf('book.xlsx', [schools, staff], []).sheets
  const corrected = { ...schools, rows: [...schools.rows, ['Starehe', 'Kibera']] }
  const read = sheetsOf('book.xlsx', [corrected, staff], before)
  expect(kindsOf(read)).toEqual([['Schools', 'schools']])
  expect(read.replaced).toEqual([before[0]])
  expect(read.notes).toMatchObject([{ text: 'It replaces the version that was dropped before.' }])
})

it('another heading row or kind changes what is shown', () => {
  const [sheet] = sheetsOf('book.xlsx', [schools], []).sheets
  if (!sheet) throw new Error('The sheet was not read')
  expect(sheet.header).toBe(1)
  expect(placed(sheet, 0).of).toMatchObject({ kind: 'schools', rows: 2, knownBy: [] })
  expect(placed(sheet, 1, 'supporters').of).toMatchObject({ kind: 'supporters', rows: 1 })
})
