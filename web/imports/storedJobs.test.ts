import { expect, test } from 'vitest'
import { changedParts, type ImportJob } from './storedJobs.ts'

const job = (name: string) => {
  const sheet = { name: 'Pupils', rows: [['Name'], ['Ruth']] }
  return { file: new File([], name), sheets: [sheet], sheet } as unknown as ImportJob
}

test('storing or ending an import does not touch an import of another tab', () => {
  const schools = job('schools.xlsx')
  const begun = changedParts(7, { schools }, {})
  expect(begun.written.map(([key]) => key)).toEqual(['7 schools file', '7 schools answers'])
  expect(begun.gone).toEqual([])
  const ended = changedParts(7, { schools: undefined }, { schools })
  expect(ended).toEqual({ written: [], gone: ['7 schools file', '7 schools answers'] })
})

test('a sheet is stored once, and its answers at each change', () => {
  const students = job('pupils.xlsx')
  const answered = changedParts(7, { students: { ...students } }, { students })
  expect(answered.written.map(([key]) => key)).toEqual(['7 students answers'])
})
