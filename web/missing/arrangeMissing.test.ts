import { expect, test } from 'vitest'
import type { Missing } from '#contract/records/records.ts'
import { findRows } from '../ui/list/rows/arrangeRows.ts'
import { arrangeMissing, byLiaison, sumsOf, totalOf } from './arrangeMissing.ts'

const rowOf = (name: string, own: Partial<Missing> = {}): Missing => ({
  student_id: 1,
  ref: 'EL-0001',
  name,
  path: null,
  no_certificate: true,
  unknown_facts: 0,
  school: 'Nyando Girls High School',
  liaison_id: 4,
  liaison: 'Lydia Chebet',
  report: 'missing',
  report_id: null,
  receipt: null,
  receipt_id: null,
  receipts: 0,
  receipts_returned: 0,
  consent: null,
  consent_until: null,
  ...own,
})
const namesOf = (rows: Missing[]) => rows.map(({ name }) => name)
const arranged = (rows: Missing[]) => arrangeMissing(rows).map(({ row }) => row)

test('orders students by liaison officer, school and name', () => {
  const rows = [
    rowOf('Mwende', { liaison: 'Odhiambo Were', liaison_id: 5 }),
    rowOf('Zawadi', { school: 'Ahero Secondary' }),
    rowOf('kevin'),
    rowOf('Ákinyi'),
  ]
  expect(namesOf(arranged(rows))).toEqual(['Zawadi', 'Ákinyi', 'kevin', 'Mwende'])
})

test('separates two liaison officers with the same name', () => {
  const rows = [rowOf('Ann'), rowOf('Ben', { liaison_id: 9 }), rowOf('Cate')]
  const groups = byLiaison(arranged(rows))
  expect(groups.map(({ name, rows: own }) => [name, namesOf(own)])).toEqual([
    ['Lydia Chebet', ['Ann', 'Cate']],
    ['Lydia Chebet', ['Ben']],
  ])
})

test('is searched by name, ref, liaison officer and school', () => {
  const rows = arrangeMissing([rowOf('Ákinyi'), rowOf('Ben', { ref: 'EL-0002', school: 'Ahero' })])
  const found = (search: string) => namesOf(findRows(rows, search).map(({ row }) => row))
  expect(found('akin')).toEqual(['Ákinyi'])
  expect(found('el-0002')).toEqual(['Ben'])
  expect(found('CHEBET')).toEqual(['Ben', 'Ákinyi'])
  expect(found('nyando')).toEqual(['Ákinyi'])
  // Both students belong to liaison officer 4, but ids are not searched.
  expect(found('4')).toEqual([])
})

test('adds up what is missing, school by school', () => {
  const rows = [
    rowOf('Ann', { report: 'unverified', receipts: 3, receipts_returned: 1 }),
    rowOf('Ben', { unknown_facts: 2 }),
    rowOf('Cate', { school: 'Zetech', report: null, receipt: 'missing', consent: 'ends_soon' }),
  ]
  const [group] = byLiaison(arranged(rows))
  const sums = {
    noReport: 1,
    unverified: 3,
    returned: 1,
    noReceipt: 1,
    noPicture: 3,
    noCertificate: 3,
    unknownFacts: 2,
    noConsent: 0,
    consentEndsSoon: 1,
  }
  expect(group?.sums).toEqual(sums)
  expect(sumsOf(rows)).toEqual(sums)
  expect(totalOf(sums)).toBe(15)
  expect(group?.schools.map(({ name, rows: own, sums: its }) => [name, own.length, its.noReceipt])).toEqual([
    ['Nyando Girls High School', 2, 0],
    ['Zetech', 1, 1],
  ])
})
