import { expect, test } from 'vitest'
import { receiptEditor } from '../receipts/receiptEditor.ts'
import type { Records } from '../recordKinds.ts'
import { emptyMark, reportCardEditor } from '../reportCards/reportCardEditor.ts'
import { adoptServerRows, newValues } from './recordEditor.ts'

const row = (id: string, item: string, cost: string) => ({ id, item, cost })
const adopt = (typed: ReturnType<typeof row>[], theirs: ReturnType<typeof row>[], changedNames: string[]) =>
  adoptServerRows(typed, theirs, {
    keyOf: ({ id }) => id,
    isChanged: ({ item }) => changedNames.includes(item),
  })

test('fields that others changed get their values, and the others keep the typed values', () => {
  const typed = [row('1', 'Fees', '7'), row('2', 'Bus', '5'), row('', 'Soap', '3')]
  const theirs = [row('1', 'Fees', '9'), row('2', 'Bus', '4')]
  expect(adopt(typed, theirs, ['Fees'])).toEqual([row('1', 'Fees', '9'), typed[1], typed[2]])
})

test('rows that others added come last, and rows that they removed are gone', () => {
  const typed = [row('1', 'Fees', '7'), row('2', 'Bus', '5')]
  const theirs = [row('2', 'Bus', '5'), row('3', 'Books', '8')]
  expect(adopt(typed, theirs, ['Fees', 'Books'])).toEqual([typed[1], theirs[1]])
})

test('a row removed here returns only if others changed it', () => {
  const theirs = [row('1', 'Fees', '9'), row('2', 'Bus', '4')]
  expect(adopt([], theirs, ['Bus'])).toEqual([theirs[1]])
})

const shared = { student_id: 7, year_id: 2, term_id: 3, class_id: 4, version: 5 }

test('a new receipt proposes year, term and class of the last one, and never its items', () => {
  const last = { ...shared, items: [{ id: 1, category: 'Transport', item: 'Bus', cost: 9 }] }
  expect(newValues(receiptEditor, 7, { last: last as unknown as Records['receipt'] })).toEqual({
    ...receiptEditor.empty(7),
    year_id: '2',
    term_id: '3',
    class_id: '4',
  })
})

test('a new report card proposes class and subjects of the last one, whose term has its report card already', () => {
  const last = { ...shared, marks: [{ id: 1, subject_id: 8, grade: 'B', mark: 66 }] }
  expect(newValues(reportCardEditor, 7, { last: last as unknown as Records['report'] })).toEqual({
    ...reportCardEditor.empty(7),
    class_id: '4',
    marks: [{ ...emptyMark, subject_id: '8' }],
  })
})

test('a term that was chosen before is kept, whichever term the last receipt has', () => {
  const chosen = newValues(receiptEditor, 7, {
    time: { year_id: 20, term_id: 30 },
    last: { ...shared, items: [] } as unknown as Records['receipt'],
  })
  expect(chosen).toMatchObject({ year_id: '20', term_id: '30', class_id: '4' })
})

test('a report card that follows another has its term and class, and its subjects if the student has none of that class', () => {
  const before = {
    ...reportCardEditor.empty(6, { year_id: 20, term_id: 30 }),
    class_id: '4',
    grade: 'B',
    marks: [{ ...emptyMark, subject_id: '9', grade: 'A', mark: '81' }],
  }
  const last = (class_id: number) =>
    ({ ...shared, class_id, marks: [{ subject_id: 8 }] }) as unknown as Records['report']
  const next = (class_id: number) => newValues(reportCardEditor, 7, { before, last: last(class_id) })
  expect(next(3)).toEqual({
    ...reportCardEditor.empty(7),
    year_id: '20',
    term_id: '30',
    class_id: '4',
    marks: [{ ...emptyMark, subject_id: '9' }],
  })
  expect(next(4).marks).toEqual([{ ...emptyMark, subject_id: '8' }])
})

test('a first record has the student’s present class', () => {
  const time = { year_id: 20, term_id: 30 }
  expect(newValues(reportCardEditor, 7, { time, class_id: 3 })).toMatchObject({
    year_id: '20',
    class_id: '3',
  })
  expect(newValues(reportCardEditor, 7, { time, class_id: null }).class_id).toBe('')
})
