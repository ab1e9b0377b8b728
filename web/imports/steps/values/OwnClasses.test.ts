import { expect, test } from 'vitest'
import type { CheckedParts } from '../../importApi.ts'
import { countedWords } from './OwnClasses.tsx'

const error = (
  row: number,
  field: string,
  code: 'empty' | 'nameUnknown',
): CheckedParts['errors'][number] => ({
  row,
  field,
  code,
  value: null,
  message: '',
})
const own_classes = [
  { name: 'Form 2', records: 141 },
  { name: 'Form 3', records: 1 },
]

test('the classes of other records are counted, and the rows that Check asks about', () => {
  const errors = [error(4, 'class', 'empty'), error(4, 'marks', 'empty'), error(7, 'class', 'empty')]
  expect(countedWords({ own_classes, errors })).toBe(
    'Form 2 for 141 and Form 3 for 1. Check asks for the other 2.',
  )
  expect(countedWords({ own_classes, errors: [error(1, 'name', 'nameUnknown')] })).toBe(
    'Form 2 for 141 and Form 3 for 1.',
  )
  expect(countedWords({ own_classes: [], errors })).toBe(
    'No student has another record of that year. Check asks for all 2.',
  )
  expect(countedWords({ own_classes: [], errors: [error(1, 'name', 'nameUnknown')] })).toBe('')
})
