import { expect, test } from 'vitest'
import type { Gap } from '#contract/records.ts'
import { findRows } from '../../ui/list/arrangeRows.ts'
import { arrangeGaps, byLiaison, bySchool, firstOf } from './arrangeGaps.ts'

const gapOf = (name: string, own: Partial<Gap> = {}): Gap => ({
  student_id: 1,
  ref: 'EL-0001',
  name,
  path: null,
  school: 'Nyando Girls High School',
  liaison_id: 4,
  liaison: 'Lydia Chebet',
  report: 'missing',
  report_id: null,
  receipt: null,
  receipt_id: null,
  receipts: 0,
  ...own,
})
const namesOf = (gaps: Gap[]) => gaps.map(({ name }) => name)
const arranged = (gaps: Gap[]) => arrangeGaps(gaps, ['report', 'receipt']).map(({ row }) => row)

test('orders students by liaison officer, school and name', () => {
  const gaps = [
    gapOf('Mwende', { liaison: 'Odhiambo Were', liaison_id: 5 }),
    gapOf('Zawadi', { school: 'Ahero Secondary' }),
    gapOf('kevin'),
    gapOf('Ákinyi'),
  ]
  expect(namesOf(arranged(gaps))).toEqual(['Zawadi', 'Ákinyi', 'kevin', 'Mwende'])
})

test('tells two liaison officers of one name apart', () => {
  const gaps = [gapOf('Ann'), gapOf('Ben', { liaison_id: 9 }), gapOf('Cate')]
  const groups = byLiaison(arranged(gaps))
  expect(groups.map(({ name, gaps: own }) => [name, namesOf(own)])).toEqual([
    ['Lydia Chebet', ['Ann', 'Cate']],
    ['Lydia Chebet', ['Ben']],
  ])
})

test('is searched by name, ref, liaison officer and school', () => {
  const rows = arrangeGaps([gapOf('Ákinyi'), gapOf('Ben', { ref: 'EL-0002', school: 'Ahero' })], ['report'])
  const found = (search: string) => namesOf(findRows(rows, search).map(({ row }) => row))
  expect(found('akin')).toEqual(['Ákinyi'])
  expect(found('el-0002')).toEqual(['Ben'])
  expect(found('CHEBET')).toEqual(['Ben', 'Ákinyi'])
  expect(found('nyando')).toEqual(['Ákinyi'])
  // Of liaison officer 4 are both.
  expect(found('4')).toEqual([])
})

test('leaves out who lacks nothing of what is asked for', () => {
  const gaps = [gapOf('Ann'), gapOf('Ben', { report: null, receipt: 'returned' })]
  expect(namesOf(arrangeGaps(gaps, ['receipt']).map(({ row }) => row))).toEqual(['Ben'])
})

test('shows the first of a long group, with the schools they are of', () => {
  const gaps = [gapOf('Ann'), gapOf('Ben'), gapOf('Cate', { school: 'Zetech' })]
  const groups = bySchool(arranged(gaps))
  expect(firstOf(groups, 2).map(({ name, gaps: own }) => [name, own.length])).toEqual([
    ['Nyando Girls High School', 2],
  ])
  expect(firstOf(groups, 3)).toEqual(groups)
})
