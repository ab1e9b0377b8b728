import { expect, test } from 'vitest'
import { guessColumns } from './guess/guessColumns.ts'
import { answersStillValid, countAnsweredRows, findHeader, withColumn } from './answersStillValid.ts'
import type { Sheet, SheetCell } from './Spreadsheet.ts'

const headings = ['Name', 'DOB', 'Sex']
const rows: SheetCell[][] = [
  ['Kiprono', '03/04/2010', 'M'],
  ['Ruth', '05/06/2010', 'F?'],
  ['Abdi', '17/09/2029', 'M'],
]
const sheetOf = (...cells: SheetCell[][]): Sheet => ({ name: 'Pupils', rows: cells })
const chosen = (sheet: Sheet, header = 0) => ({
  sheet,
  header,
  columns: guessColumns('students', sheet, header),
})

const sheet = sheetOf(headings, ...rows)
const fresh = answersStillValid('students', undefined, chosen(sheet))
const before = {
  sheet,
  answers: {
    ...fresh.answers,
    defaults: { siblings: '0' },
    words: { gender: { 'f?': 'Female' } },
    dates: { dob: { order: 'day first' as const } },
    corrections: { 4: { dob: '2009-09-17' } },
    decisions: { 2: 'add' as const, 3: 'skip' as const },
  },
  typed: { 4: { name: 'Abdi Noor' } },
}

test('a corrected sheet keeps the answers, also about unchanged rows that have moved', () => {
  const fixed = sheetOf(['A title'], headings, ['Ruth', '05/06/2010', 'F'], rows[2] ?? [], rows[0] ?? [])
  expect(findHeader(fixed, before)).toBe(1)
  const { answers, typed } = answersStillValid('students', before, chosen(fixed, 1))
  expect(answers).toMatchObject({
    header: 1,
    defaults: { siblings: '0' },
    words: { gender: { 'f?': 'Female' } },
    corrections: { 4: { dob: '2009-09-17' } },
    decisions: { 5: 'add' },
  })
  expect(answers.decisions).not.toHaveProperty('3')
  expect(typed).toEqual({ 4: { name: 'Abdi Noor' } })
  expect([countAnsweredRows(before), countAnsweredRows({ answers, typed })]).toEqual([3, 2])
})

test('two identical rows each keep their own answer', () => {
  const twins = sheetOf(headings, ['Faith', null, 'F'], ['Faith', null, 'F'])
  const said = {
    ...before,
    sheet: twins,
    answers: { ...before.answers, corrections: {}, decisions: { 3: 'add' as const } },
    typed: {},
  }
  expect(answersStillValid('students', said, chosen(twins)).answers.decisions).toEqual({ 3: 'add' })
})

test('the order of dates is asked again if the ambiguous dates differ', () => {
  const kept = (...dates: string[]) =>
    answersStillValid(
      'students',
      before,
      chosen(sheetOf(headings, ...dates.map((date) => ['Ruth', date, 'F']))),
    ).answers.dates
  expect(kept('03/04/2010', '17/09/2009')).toEqual({ dob: { order: 'day first' } })
  expect(kept('08/02/2010', '03/04/2010')).toEqual({})
})

test('answers about the dates of a column do not apply to another column', () => {
  const columns = chosen(sheetOf(['Name', 'DOB', 'Born'], ...rows)).columns
  const said = {
    ...before.answers,
    columns,
    dates: { dob: { order: 'month first' as const, areSwapped: true }, dor: { order: 'day first' as const } },
  }
  expect(withColumn(said, 0, null).dates).toEqual(said.dates)
  const { dates, columns: now } = withColumn(said, 2, 'dob')
  expect(now.map(({ field }) => field)).toEqual(['name', null, 'dob'])
  expect(dates).toEqual({ dor: { order: 'day first' } })
})
