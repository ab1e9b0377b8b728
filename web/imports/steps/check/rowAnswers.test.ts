import { expect, test } from 'vitest'
import type { Corrections } from '../../sheet/Answers.ts'
import type { Sheet } from '../../sheet/Spreadsheet.ts'
import { prepare } from '../../sheet/testing/register.ts'
import { isLeftOutOfUpdates, withCorrections, withLeftOut } from './rowAnswers.ts'

const sheet: Sheet = {
  name: 'Pupils',
  rows: [
    ['Name', 'Entry exam', 'KCPE'],
    ['Kiprono', null, 301],
    ['Ruth', 'KCPE', 302],
  ],
}
const { rows } = prepare('students', sheet)
const [, ruth] = rows
const none = { answers: {}, corrections: {} }
const made = (corrections: Corrections) => prepare('students', sheet, { corrections }).made.rows

test('one answer for several rows fills empty cells of new students only, and corrects filled cells', () => {
  const { corrections } = withCorrections(none, rows, { entry_exam: 'None' })
  expect(made(corrections)).toEqual([
    { name: 'Kiprono', kcpe: '301', blanks: { entry_exam: 'None' } },
    { name: 'Ruth', kcpe: '302', entry_exam: 'None' },
  ])
})

test('a field can be left out of all updates or of single ones, and included again', () => {
  const of = ruth ? [ruth] : []
  const one = withLeftOut(none, 'name', true, of)
  expect([
    isLeftOutOfUpdates(one, 'name'),
    ...rows.map((row) => isLeftOutOfUpdates(one, 'name', row)),
  ]).toEqual([false, false, true])
  expect(made(one.corrections)[1]).toMatchObject({ keep: ['name'] })
  expect(isLeftOutOfUpdates(withLeftOut(one, 'name', false, of), 'name', ruth)).toBe(false)

  const all = withLeftOut(one, 'name', true, rows, true)
  expect(rows.every((row) => isLeftOutOfUpdates(all, 'name', row))).toBe(true)
  expect(isLeftOutOfUpdates(withLeftOut(all, 'name', false, rows, true), 'name', ruth)).toBe(false)
})
