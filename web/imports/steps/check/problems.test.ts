import { expect, test } from 'vitest'
import { rowErrors } from '#contract/importMessages.ts'
import type { Decision, ImportError, ImportErrorCode } from '#contract/imports.ts'
import { nameOf } from '../../rowWords.ts'
import type { Corrections } from '../../sheet/Answers.ts'
import { targetsOf } from '../../sheet/targets.ts'
import {
  adviceOf,
  emptyWords,
  groupProblems,
  kindsOf,
  leftOutOf,
  titleOfKind,
  wrongRows,
} from './problems.ts'

const targets = targetsOf('students')
const isRowError = (code: string): code is keyof typeof rowErrors => Object.hasOwn(rowErrors, code)
const error = (
  row: number,
  field: string,
  code: ImportErrorCode,
  value: ImportError['value'] = null,
  message: string = isRowError(code) ? rowErrors[code] : `Student ${field} is ${code}`,
) => ({ row, field, code, value, message })
const grouped = (errors: ImportError[]) =>
  groupProblems(errors, targets).map((problem) => [problem.rows, problem.value, adviceOf(problem).title])

test('rows are grouped by their fix, the largest group first', () => {
  expect(
    grouped([
      error(0, 'dob', 'notInPast', '2029-05-11'),
      error(1, 'liaison', 'liaisonUnknown', 'Mary Wambui'),
      error(2, 'liaison', 'liaisonUnknown', 'mary wambui'),
      error(3, 'liaison', 'liaisonUnknown', 'Josphat Muli'),
      error(4, 'dob', 'notInPast', '2090-01-23'),
      error(5, 'dob', 'notInPast', '2028-09-02'),
      error(6, 'liaison', 'liaisonDisabled', 'Grace Njeri'),
    ]),
  ).toEqual([
    [[0, 4, 5], undefined, 'Dob is notInPast'],
    [[1, 2], 'Mary Wambui', 'No member of staff has this name or email: “Mary Wambui”'],
    [[3], 'Josphat Muli', 'No member of staff has this name or email: “Josphat Muli”'],
    [[6], 'Grace Njeri', 'This Liaison Officer is disabled: “Grace Njeri”'],
  ])
})

test('an empty field and an invalid one are separate problems', () => {
  expect(
    grouped([
      error(0, 'kcpe', 'empty'),
      error(1, 'kcpe', 'notValid', 900, 'Student KCPE Score must be between 0 and 500'),
      error(1, 'category', 'notValid', 'SNE', 'Student Category Type is not valid'),
    ]),
  ).toEqual([
    [[0], undefined, 'KCPE Score is missing'],
    [[1], undefined, 'KCPE Score must be between 0 and 500'],
    [[1], 'SNE', 'Category Type is not valid: “SNE”'],
  ])
})

test('a role that may not be given says which ones may', () => {
  const errors = [
    error(0, 'role', 'roleNotBelow', 'Director'),
    error(1, 'role', 'notValid', 'System Administrator', 'Please Select User Type'),
  ]
  const problems = groupProblems(errors, targetsOf('staff'))
  expect(problems.map((problem) => adviceOf(problem).title)).toEqual([
    'This role is not below your own: “Director”',
    'User Role is not valid: “System Administrator”',
  ])
  for (const problem of problems) expect(adviceOf(problem).advice).toMatch(/^Choose a role below your own/)
})

test('a title states a fact, and the advice what to do', () => {
  const problemOf = (field: string, code: ImportErrorCode, value: string) =>
    groupProblems([error(0, field, code, value)], targets).map((problem) => adviceOf(problem))
  expect(problemOf('supporter', 'supporterUnknown', 'ann@elimu.test')).toEqual([
    {
      title: 'No enabled supporter has this email: “ann@elimu.test”',
      advice: 'Choose who supports these students, or import the supporters first.',
    },
  ])
  expect(problemOf('status', 'statusNeeded', '')).toEqual([
    {
      title: 'The row has the day or reason of a status, but no status',
      advice: 'Choose the status here, or leave the column of the day or reason out under Columns.',
    },
  ])
  for (const code of Object.keys(rowErrors).filter(isRowError))
    expect(rowErrors[code]).not.toMatch(/^(Choose|Give|Leave|Please)|: /)
})

test('students with another supporter are one problem, because one answer fixes them', () => {
  const errors = ['Ann', 'Ben'].map((name, row) => error(row, 'supporter', 'hasSupporter', name))
  expect(grouped(errors)).toEqual([[[0, 1], undefined, 'The student already has another supporter']])
})

test('a result that is none names its subject or mean', () => {
  const problems = groupProblems(
    ['grade', 'marks.English'].map((field) => error(0, field, 'resultNotValid', 'H', 'This is no result')),
    targetsOf('results'),
  )
  expect(problems.map((problem) => adviceOf(problem).title)).toEqual([
    'Mean Grade: This is no result',
    'English: This is no result',
  ])
})

test('a row with two mistakes counts once', () => {
  const errors = [error(7, 'ref', 'refUnknown', 'EL-9999'), error(7, 'duplicate', 'notSimilar')]
  expect(wrongRows(errors)).toBe(1)
  expect(groupProblems(errors, targets).map(({ target }) => target?.label)).toEqual(['Ref', undefined])
})

test('rows that wait for another row of their record are last, and need no fix', () => {
  const errors = [
    error(0, 'term', 'recordWaits', 'Term 1'),
    error(1, 'term', 'recordWaits', 'Term 2'),
    error(2, 'name', 'nameUnknown', 'Wanjiku'),
  ]
  const kinds = kindsOf(groupProblems(errors, targets))
  expect(kinds.map(titleOfKind)).toEqual([
    '1 student is not certain',
    '2 rows wait for others of their record',
  ])
  expect(wrongRows(errors)).toBe(1)
})

test('kinds of problems are in the order in which their answers change each other', () => {
  const errors = [
    error(0, 'items.Shopping', 'notValid', 'pending', 'Cost must be an amount'),
    error(1, 'items.Lunch', 'categoryUnknown', '100'),
    error(2, 'name', 'nameTwice', 'Mary Wanjiru'),
    error(3, 'class', 'rowsDiffer', 'Form 2'),
    error(4, 'items.Shopping', 'refund', '-100'),
  ]
  const kinds = kindsOf(groupProblems(errors, targetsOf('receipts')))
  expect(kinds.map(({ kind, rows }) => `${kind} ${[...rows].join()}`)).toEqual([
    'who 2',
    'word 1',
    'amount 0',
    'other 3',
  ])
})

test('a ref or number of another student asks whether it is the same', () => {
  const errors = (['nameDiffers', 'numberOfOther'] as const).map((code) => error(0, 'name', code, 'Zuleika'))
  for (const problem of groupProblems(errors, targetsOf('results'))) {
    expect(kindsOf([problem]).map(({ kind }) => kind)).toEqual(['who'])
    expect(adviceOf(problem).advice).toMatch(/^Same student\?/)
  }
})

test('no advice is to keep one of two rows of a record', () => {
  const codes = ['rowsDiffer', 'recordWaits', 'receiptTaken', 'receiptDiffers', 'reportTaken'] as const
  const problems = groupProblems(
    codes.map((code) => error(0, 'term', code)),
    targetsOf('receipts'),
  )
  for (const problem of problems) expect(adviceOf(problem).advice).not.toMatch(/keep one/i)
})

test('a row like a registered student waits for an answer, and two rows that are alike do not', () => {
  const sources = [5, 6, 7].map((number) => ({
    key: String(number),
    sheet: 0,
    number,
    name: `row ${number}`,
    cells: [],
  }))
  const ruth = { id: 1, ref: 'EL-0001', name: 'Ruth', dob: null, status: 0, school: 'Moi Girls', path: null }
  const of = { ...ruth, school_id: 1, admission_no: null }
  const duplicates = [
    { row: 1, of, of_row: null },
    { row: 2, of: null, of_row: 0 },
  ]
  const leftOut = (...decisions: (Decision | undefined)[]) => {
    const said = decisions.map((duplicate, at) => [String(at + 6), { duplicate }])
    const corrections = Object.fromEntries(said) as Corrections
    const reasons = leftOutOf('students', { errors: [], taken: [], duplicates }, { sources }, corrections)
    return reasons.map(({ row, reason }) => `${row.name}: ${reason}`)
  }
  expect(leftOut()).toEqual(['row 6: Possible duplicate of EL-0001 Ruth'])
  expect(leftOut('add', 'add')).toEqual([])
  expect(leftOut(1, 'skip')).toEqual(['row 7: Possible duplicate of row 5'])
  expect(leftOut('skip')).toEqual(['row 6: Possible duplicate of EL-0001 Ruth'])
})

test('a date of birth in the future hides the error of the day of registration', () => {
  expect(
    grouped([
      error(0, 'dob', 'notInPast', '2029-05-11'),
      error(0, 'dor', 'registeredBeforeBirth', '2026-01-12'),
      error(1, 'dor', 'registeredBeforeBirth', '2001-01-12'),
      error(2, 'name', 'empty'),
    ]),
  ).toEqual([
    [[0], undefined, 'Dob is notInPast'],
    [[1], undefined, 'Dor is registeredBeforeBirth'],
    [[2], undefined, 'Name is missing'],
  ])
})

test('a row without a name shows no other error, except for its ref', () => {
  expect(
    grouped([
      error(0, 'name', 'empty'),
      error(0, 'dob', 'empty'),
      error(0, 'gender', 'notValid', 'Date: ____'),
      error(0, 'ref', 'refUnknown', 'EL-9999'),
      error(1, 'dob', 'empty'),
    ]).map(([rows, , title]) => [rows, title]),
  ).toEqual([
    [[0], 'Name is missing'],
    [[0], 'No student has this Ref'],
    [[1], 'Date of Birth is missing'],
  ])
})

test('a field without a column is fixed under Columns', () => {
  const [problem] = groupProblems([error(0, 'ambition', 'empty')], targets)
  expect(problem && adviceOf(problem).advice).toMatch(/^Give the right Ambition here/)
  expect(problem && adviceOf(problem, 'columns').advice).toMatch(/under Columns\.$/)
})

test('a school that is already registered needs no fix', () => {
  const [problem] = groupProblems([error(0, 'school', 'schoolTaken', 'Moi Girls')], targetsOf('schools'))
  expect(problem && adviceOf(problem).advice).toBe('Nothing will change.')
})

test('a row is named by its student, school or supporter', () => {
  expect(nameOf('schools', { school: 'Moi Girls' })).toBe('Moi Girls')
  expect(nameOf('students', { school: 'Moi Girls', ref: 'EL-0001' })).toBe('EL-0001')
  expect(nameOf('students', { school: 'Moi Girls' })).toBe('')
  expect(nameOf('supporters', { first_name: 'Grace', email: 'grace@elimu.test' })).toBe('Grace')
})

test('empty rows are listed, because a column that is not imported may contain a student', () => {
  const rows = (...numbers: number[]) =>
    numbers.map((number) => ({ key: '', sheet: 0, number, name: `row ${number}`, cells: [] }))
  expect(emptyWords(rows(7))).toMatch(/^Row 7 is left out: /)
  expect(emptyWords(rows(7, 9))).toMatch(/^Rows 7 and 9 are left out: /)
  expect(emptyWords(rows(...Array.from({ length: 12 }, (_, index) => index + 2)))).toMatch(
    / 10, 11 and 2 more are /,
  )
  expect(emptyWords(rows(7).map((row) => Object.assign(row, { name: '2024, row 7' })))).toMatch(
    /^2024, row 7 is left out: /,
  )
})
