import { expect, it } from 'vitest'
import { ownTotal } from './ownTotal.ts'
import { prepare, textSheet } from './testing/register.ts'

const totalOf = (...lines: string[]) =>
  ownTotal(prepare('receipts', textSheet('Ref|Year|Term|Tuition|Transport|Total', ...lines)), undefined)

it('is the last total of the sheet, in the columns of the costs', () => {
  expect(
    totalOf(
      'EL-0001|2019|1|700|300|1000',
      'Sub total|||700|300',
      'EL-0002|2019|1|50',
      'TOTAL|||Kshs. 750.00|300|1050',
    ),
  ).toEqual({
    cents: 105_000,
    rows: ['row 5'],
  })
})

it('counts columns that are left out if the sheet has a column of totals', () => {
  const sheet = textSheet(
    'Ref|Year|Term|Tuition|P.A.|Total',
    'EL-0001|2019|1|700|300|1000',
    'TOTAL|||700|300|1000',
  )
  expect(ownTotal(prepare('receipts', sheet), undefined)).toEqual({ cents: 100_000, rows: ['row 3'] })
})

it('is unknown without a total row, or with one that has no amounts', () => {
  expect(totalOf('EL-0001|2019|1|700|300|1000')).toBe(undefined)
  expect(totalOf('EL-0001|2019|1|700|300|1000', 'Total pupils|1')).toBe(undefined)
  expect(totalOf('EL-0001|2019|1|700|300|1000', 'Sub total|||700|300')).toBe(undefined)
})
