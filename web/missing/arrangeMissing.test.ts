import { expect, test } from 'vitest'
import type { Missing } from '#contract/records/steps.ts'
import { findRows } from '../ui/list/rows/arrangeRows.ts'
import { arrangeMissing, byLiaison } from './arrangeMissing.ts'
import { missingRow } from './missingRow.ts'

const rowOf = (name: string, own: Partial<Missing> = {}) => missingRow({ name, step: 'facts', ...own })
const namesOf = (rows: Missing[]) => rows.map(({ name }) => name)
const arranged = (rows: Missing[]) => arrangeMissing(rows).map(({ row }) => row)

test('orders students by liaison officer, step and name, and those who wait for others last', () => {
  const rows = [
    rowOf('Mwende', { liaison: 'Odhiambo Were', liaison_id: 5, step: 'verify' }),
    rowOf('Abdi', { step: null, waits_for: 'Brian' }),
    rowOf('Zawadi', { step: 'correct' }),
    rowOf('kevin'),
    rowOf('Ákinyi'),
  ]
  expect(namesOf(arranged(rows))).toEqual(['Zawadi', 'Ákinyi', 'kevin', 'Abdi', 'Mwende'])
})

test('orders students by the day since which the report card is due, after what came back', () => {
  const rows = [
    rowOf('Yusuf', { step: 'correct' }),
    rowOf('Amani', { liaison: 'Achieng Were', liaison_id: 6, due_since: '2025-11-06' }),
    rowOf('Abdi', { step: 'verify' }),
    rowOf('Brenda', { due_since: '2026-04-16' }),
    rowOf('Chege', { step: 'add_report', due_since: '2026-04-16' }),
    rowOf('Zawadi', { due_since: '2025-11-06' }),
    rowOf('Wafula', { step: null, waits_for: 'Brian', due_since: '2025-11-06' }),
  ]
  expect(namesOf(arranged(rows))).toEqual(['Yusuf', 'Zawadi', 'Chege', 'Brenda', 'Abdi', 'Wafula', 'Amani'])
})

test('separates two liaison officers with the same name', () => {
  const rows = [rowOf('Ann'), rowOf('Ben', { liaison_id: 9 }), rowOf('Cate')]
  const groups = byLiaison(arranged(rows))
  expect(groups.map(({ name, start, rows: own }) => [name, start, namesOf(own)])).toEqual([
    ['Lydia Chebet', 0, ['Ann', 'Cate']],
    ['Lydia Chebet', 2, ['Ben']],
  ])
})

test('is searched by name, ref, liaison officer and school', () => {
  const rows = arrangeMissing([rowOf('Ákinyi'), rowOf('Ben', { ref: 'EL-0002', school: 'Ahero' })])
  const found = (search: string) => namesOf(findRows(rows, search).map(({ row }) => row))
  expect(found('akin')).toEqual(['Ákinyi'])
  expect(found('el-0002')).toEqual(['Ben'])
  expect(found('CHEBET')).toEqual(['Ákinyi', 'Ben'])
  expect(found('nyando')).toEqual(['Ákinyi'])
  // Both students belong to liaison officer 4, but ids are not searched.
  expect(found('4')).toEqual([])
})
