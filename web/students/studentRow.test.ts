import { expect, test } from 'vitest'
import { refNumber } from './studentRow.ts'

test('refs are sorted by number, not as text', () => {
  const refs = ['EL-10000', 'EL-0412', 'EL-9999']
  expect(refs.toSorted((a, b) => refNumber(a) - refNumber(b))).toEqual(['EL-0412', 'EL-9999', 'EL-10000'])
})
