import { expect, test } from 'vitest'
import type { Missing, Waiting } from '#contract/records/records.ts'
import type { Task } from './TaskDialog.tsx'
import { missingRows, verifyingAll, verifyingOf, waitingRows } from './useMyWork.ts'

type Verifying = Extract<Task, { only?: unknown }>

const waiting = (id: number, student_id: number, updated_at: string) =>
  ({ id, student_id, updated_at }) as Waiting

test('students with records to verify are listed once, the longest waiting first', () => {
  const rows = waitingRows([
    { of: 'report', record: waiting(1, 10, '2026-05-06') },
    { of: 'report', record: waiting(2, 11, '2026-05-04') },
    { of: 'receipt', record: waiting(3, 10, '2026-05-03') },
  ])
  expect(rows.map(({ student, records }) => [student.student_id, records.map(({ of }) => of)])).toEqual([
    [10, ['receipt', 'report']],
    [11, ['report']],
  ])
})

test('a row of My work verifies the records of its student and no others', () => {
  const [row] = waitingRows([
    { of: 'receipt', record: waiting(3, 10, '2026-05-03') },
    { of: 'receipt', record: waiting(4, 10, '2026-05-04') },
    { of: 'report', record: waiting(1, 10, '2026-05-06') },
    { of: 'report', record: waiting(2, 11, '2026-05-07') },
  ])
  expect(verifyingOf(row?.records ?? [])).toEqual({
    of: 'report',
    only: [
      { of: 'receipt', id: 3 },
      { of: 'receipt', id: 4 },
      { of: 'report', id: 1 },
    ],
  })
})

test('verifying one by one starts with the kind of the open list', () => {
  const summary = (counts: { reports: number; receipts: number }) => {
    const { onward, ...task } = verifyingAll(counts, 'receipt', () => {}) as Verifying
    return { ...task, onward: onward?.word }
  }
  expect(summary({ reports: 5, receipts: 3 })).toEqual({ of: 'receipt', onward: 'Verify report cards' })
  expect(summary({ reports: 5, receipts: 0 })).toEqual({ of: 'report', onward: undefined })
})

test('students who lack something are listed once, by name, with all that they lack', () => {
  const kevin = { student_id: 1, name: 'Kevin', path: null, no_certificate: true } as Missing
  const faith = { student_id: 2, name: 'Faith', path: '/a', no_certificate: false } as Missing
  const rows = missingRows(
    { data: [{ ...kevin, report: 'missing' }], time: { year_id: 1, term_id: 2 } },
    {
      data: [
        { ...kevin, receipt: 'missing' },
        { ...faith, receipt: 'unverified' },
      ],
      time: { year_id: 1, term_id: 3 },
    },
  )
  expect(
    rows.map(({ row, steps }) => [row.name, steps.map(({ step, time }) => [step.of, time?.term_id])]),
  ).toEqual([
    [
      'Kevin',
      [
        ['report', 2],
        ['receipt', 3],
        ['picture', 3],
        ['certificate', 3],
      ],
    ],
  ])
})
