import { expect, test } from 'vitest'
import { importMessages, type ImportError } from '#contract/imports.ts'
import { schoolMessages } from '#contract/schools.ts'
import { studentMessages } from '#contract/students.ts'
import { nameOf } from '../../rowWords.ts'
import { targetsOf } from '../../sheet/targets.ts'
import { emptyWords } from './leftOut.ts'
import { adviceOf, groupProblems, isPlaceUnknown, wrongRows } from './problems.ts'

const targets = targetsOf('students')
const error = (row: number, field: string, message: string, value: ImportError['value'] = null) => ({
  row,
  field,
  message,
  value,
})
const grouped = (errors: ImportError[]) =>
  groupProblems(errors, targets).map((problem) => [problem.rows, problem.value, adviceOf(problem).title])

test('rows are grouped by their fix, the largest group first', () => {
  const { liaisonUnknown, bornBeforeToday } = studentMessages
  expect(
    grouped([
      error(0, 'dob', bornBeforeToday, '2029-05-11'),
      error(1, 'liaison', liaisonUnknown, 'Mary Wambui'),
      error(2, 'liaison', liaisonUnknown, 'mary wambui'),
      error(3, 'liaison', liaisonUnknown, 'Josphat Muli'),
      error(4, 'dob', bornBeforeToday, '2090-01-23'),
      error(5, 'dob', bornBeforeToday, '2028-09-02'),
      error(6, 'liaison', importMessages.liaisonDisabled, 'Grace Njeri'),
    ]),
  ).toEqual([
    [[0, 4, 5], undefined, 'date of birth is in the future'],
    [[1, 2], 'Mary Wambui', 'liaison officer “Mary Wambui” is not a user here'],
    [[3], 'Josphat Muli', 'liaison officer “Josphat Muli” is not a user here'],
    [[6], 'Grace Njeri', 'liaison officer “Grace Njeri” is disabled'],
  ])
})

test('all unknown schools are one problem', () => {
  const errors = ['Mukaa Boys', 'Kapsowar Boys'].map((name, row) =>
    error(row, 'school', studentMessages.schoolUnknown, name),
  )
  expect(grouped(errors)).toEqual([[[0, 1], undefined, 'school not known']])
  expect(groupProblems(errors, targets).every(isPlaceUnknown)).toBe(true)
})

test('an empty field and an invalid one are separate problems', () => {
  const empty = 'Student KCPE Score cannot be empty'
  expect(
    grouped([
      error(0, 'kcpe', empty),
      error(1, 'kcpe', 'Student KCPE Score must be between 0 and 500', 900),
      error(1, 'category', 'Student Category Type is not valid', 'SNE'),
    ]),
  ).toEqual([
    [[0], undefined, 'no KCPE score'],
    [[1], undefined, 'KCPE Score must be between 0 and 500'],
    [[1], 'SNE', 'Category Type is not valid “SNE”'],
  ])
})

test('a row with two mistakes counts once', () => {
  const errors = [
    error(7, 'ref', importMessages.refUnknown, 'EL-9999'),
    error(7, 'duplicate', importMessages.decisionUnknown),
  ]
  expect(wrongRows(errors)).toBe(1)
  expect(groupProblems(errors, targets).map(({ target }) => target?.label)).toEqual(['Ref', undefined])
})

test('a date of birth in the future hides the error of the day of registration', () => {
  const { bornBeforeToday, registeredAfterBirth } = studentMessages
  expect(
    grouped([
      error(0, 'dob', bornBeforeToday, '2029-05-11'),
      error(0, 'dor', registeredAfterBirth, '2026-01-12'),
      error(1, 'dor', registeredAfterBirth, '2001-01-12'),
      error(2, 'name', 'Student name cannot be empty'),
    ]),
  ).toEqual([
    [[0], undefined, 'date of birth is in the future'],
    [[1], undefined, 'Date of Registration cannot be before Date of Birth'],
    [[2], undefined, 'Name cannot be empty'],
  ])
})

test('a row without a name shows no other error, except for its ref', () => {
  const empty = (field: string) => `Student ${field} cannot be empty`
  expect(
    grouped([
      error(0, 'name', empty('Name')),
      error(0, 'dob', empty('Date of Birth')),
      error(0, 'gender', 'Student Gender is not valid', 'Date: ____'),
      error(0, 'ref', importMessages.refUnknown, 'EL-9999'),
      error(1, 'dob', empty('Date of Birth')),
    ]).map(([rows, , title]) => [rows, title]),
  ).toEqual([
    [[0], 'Name cannot be empty'],
    [[0], 'no student has this ref'],
    [[1], 'Date of Birth cannot be empty'],
  ])
})

test('a field without a column is fixed under Columns', () => {
  const [problem] = groupProblems([error(0, 'ambition', 'Student Ambition cannot be empty')], targets)
  expect(problem && adviceOf(problem).advice).toMatch(/^Give the right Ambition here/)
  expect(problem && adviceOf(problem, 'columns').advice).toMatch(/under Columns\.$/)
})

test('a school that is already registered needs no fix', () => {
  const schools = targetsOf('schools')
  const [problem] = groupProblems([error(0, 'school', schoolMessages.schoolTaken, 'Moi Girls')], schools)
  expect(problem && adviceOf(problem)).toEqual({
    title: 'school is already registered',
    advice: 'Nothing will change.',
  })
})

test('a row is named by its student, school or supporter', () => {
  expect(nameOf('schools', { school: 'Moi Girls' })).toBe('Moi Girls')
  expect(nameOf('students', { school: 'Moi Girls', ref: 'EL-0001' })).toBe('EL-0001')
  expect(nameOf('students', { school: 'Moi Girls' })).toBe('')
  expect(nameOf('supporters', { first_name: 'Grace', email: 'grace@elimu.test' })).toBe('Grace')
})

test('empty rows are listed, because a column that is not imported may contain a student', () => {
  expect(emptyWords([7])).toMatch(/^Row 7 is left out: /)
  expect(emptyWords([7, 9])).toMatch(/^Rows 7 and 9 are left out: /)
  expect(emptyWords(Array.from({ length: 12 }, (_, index) => index + 2))).toMatch(/ 10, 11 and 2 more are /)
})
