import { expect, test } from 'vitest'
import { guessColumns } from '../../sheet/guess/guessColumns.ts'
import { answersStillValid } from '../../sheet/answersStillValid.ts'
import { makeRows } from '../../sheet/makeRows.ts'
import type { Sheet } from '../../sheet/Spreadsheet.ts'
import { isLeftOutOfUpdates, withAnswer, withLeftOut } from './rowAnswers.ts'

const sheet: Sheet = {
  name: 'Pupils',
  rows: [
    ['Name', 'Entry exam', 'KCPE'],
    ['Kiprono', null, null],
    ['Ruth', 'KCPE', null],
  ],
}
const chosen = { sheet, header: 0, columns: guessColumns('students', sheet, 0) }
const { answers } = answersStillValid('students', undefined, chosen)
const made = makeRows('students', sheet, answers)

test('one answer for several rows fills empty cells of new students only, and corrects filled cells', () => {
  const answered = withAnswer(answers, made, [0, 1], 'entry_exam', 'None')
  expect(makeRows('students', sheet, answered).rows).toEqual([
    { name: 'Kiprono', blanks: { entry_exam: 'None' } },
    { name: 'Ruth', entry_exam: 'None' },
  ])
})

test('a field can be left out of all updates or of single ones, and included again', () => {
  const one = withLeftOut(answers, 'name', true, [3])
  expect([
    isLeftOutOfUpdates(one, 'name'),
    isLeftOutOfUpdates(one, 'name', 2),
    isLeftOutOfUpdates(one, 'name', 3),
  ]).toEqual([false, false, true])
  expect(makeRows('students', sheet, one).rows[1]).toMatchObject({ keep: ['name'] })
  expect(isLeftOutOfUpdates(withLeftOut(one, 'name', false, [3]), 'name', 3)).toBe(false)

  const all = withLeftOut(one, 'name', true)
  expect(isLeftOutOfUpdates(all, 'name', 2)).toBe(true)
  expect(isLeftOutOfUpdates(withLeftOut(all, 'name', false), 'name', 2)).toBe(false)
  expect(isLeftOutOfUpdates(withLeftOut(one, 'name', false), 'name', 3)).toBe(false)
})

test('fields that are left out stay left out in a corrected sheet', () => {
  const said = {
    sheet,
    answers: withLeftOut(withLeftOut(answers, 'kcpe', true), 'name', true, [3]),
    typed: {},
  }
  const filled = { ...said, answers: withAnswer(said.answers, made, [1], 'gender', 'Female') }
  const later = { ...sheet, rows: [['A title'], ...sheet.rows] }
  const kept = answersStillValid('students', filled, { ...chosen, sheet: later, header: 1 }).answers
  expect([isLeftOutOfUpdates(kept, 'kcpe'), isLeftOutOfUpdates(kept, 'name', 4)]).toEqual([true, true])
  expect(makeRows('students', later, kept).rows[1]).toMatchObject({ blanks: { gender: 'Female' } })
})
