import { expect, test } from 'vitest'
import type { ImportErrorCode } from '#contract/imports.ts'
import type { CheckedParts } from '../../importApi.ts'
import { moneyOf } from './moneyOf.ts'

const error = (row: number, code: ImportErrorCode, message: string) => ({
  row,
  field: 'term',
  value: null,
  code,
  message,
})
const checked = (more: Partial<CheckedParts>): CheckedParts => ({
  good: 0,
  created: 0,
  updated: 0,
  skipped: 0,
  named_supporters: 0,
  total: 0,
  students: [],
  duplicates: [],
  refunds: [],
  own_classes: [],
  shared_accounts: [],
  changes: [],
  errors: [],
  taken: [],
  parts: [],
  goodIn: [],
  ...more,
})

const brian = { name: 'Brian Kimutai', term: 'Term 1', year: '2024' }
const made = {
  rows: [
    { ...brian, 'items.Tuition Fees': 'KES 10,000', 'items.Transport: Bus': '300.10 + 0.20' },
    { ...brian, name: 'BRIAN KIMUTAI', 'items.Transport': '500' },
    { ...brian, name: 'Wanjiku N.', 'items.Shopping': '−1,200.05', 'items.Transport': '700' },
    { ...brian, name: 'Grace', 'items.Shopping': 'pending' },
    { ...brian, name: 'Mercy', 'items.Shopping': '99' },
  ],
  sources: [3, 4, 5, 6, 9].map((number) => ({ key: '', sheet: 0, number, name: `row ${number}`, cells: [] })),
}

test('the total of a sheet is what is ready and what is left out', () => {
  const found = checked({
    good: 1,
    total: 1_080_030,
    errors: [
      error(2, 'nameUnknown', 'No student has this name'),
      error(2, 'notValid', 'Cost must be an amount'),
      error(3, 'notValid', 'Cost must be an amount'),
    ],
    taken: [error(4, 'receiptTaken', 'This receipt is already registered')],
  })
  const { sheet, ready, leftOut, rows, unread } = moneyOf(found, made)
  expect([sheet, ready, leftOut]).toEqual([1_039_925, 1_080_030, -40_105])
  expect(sheet).toBe(ready + leftOut)
  expect(rows).toMatchObject([
    {
      source: { number: 5 },
      name: 'Wanjiku N., Term 1, 2024',
      reason: 'No student has this name',
      cents: -50_005,
    },
    { source: { number: 6 }, name: 'Grace, Term 1, 2024', reason: 'Cost must be an amount', cents: 0 },
    {
      source: { number: 9 },
      name: 'Mercy, Term 1, 2024',
      reason: 'This receipt is already registered',
      cents: 9_900,
    },
  ])
  expect(unread).toEqual(['pending'])
})

test('amounts that the user gave are named, and no other corrections', () => {
  const corrections = {
    'row 3': { name: 'EL-0001' },
    'row 4': { 'items.Transport': '500', term: 'Term 1' },
    'row 6': { 'items.Shopping': '9,000' },
    // Given after the check: the checked rows do not have it yet.
    'row 9': { 'items.Transport': '50' },
  }
  const sources = made.sources.map((source) => ({ ...source, key: source.name }))
  const rows = made.rows.map((row) => (row.name === 'Grace' ? { ...row, 'items.Shopping': '9,000' } : row))
  const { sheet, given } = moneyOf(checked({}), { rows, sources }, null, corrections)
  expect(sheet).toBe(1_939_925)
  expect(given).toEqual({ cents: 950_000, rows: 2 })
  expect(moneyOf(checked({}), made).given).toEqual({ cents: 0, rows: 0 })
})
