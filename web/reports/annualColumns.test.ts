import { expect, test } from 'vitest'
import { tableOf } from '../ui/export/Download.ts'
import { amountColumns } from './annualSums.ts'
import { annualAcademic } from './annualAcademic.ts'
import { annualDownload } from './annualColumns.tsx'
import { annualFinance } from './annualFinance.ts'
import { hasWords } from './AnnualKind.ts'

const terms = [
  { id: 1, term_name: 'Term 1' },
  { id: 2, term_name: 'Term 2' },
]

test('repeats the student on the line of each school, and ends with the sums of what is saved', () => {
  const download = annualDownload(annualFinance, amountColumns(annualFinance, terms), '2025')
  const rows = [
    {
      student_id: 7,
      student: 'Jedidah Mumo',
      class: 'Form 1',
      schools: [
        { school: 'Mwala', costs: [38_420, null], total_year_cost: 38_420 },
        { school: 'Mbooni', costs: [null, 14_210.5], total_year_cost: 14_210.5 },
      ],
    },
  ]
  expect(download.name).toBe('annual-finance-report-2025')
  expect(tableOf(download, rows)).toEqual({
    headers: ['No.', 'Student Name', 'Class', 'School', 'Term 1', 'Term 2', 'Total Cost'],
    formats: [undefined, undefined, undefined, undefined, 'money', 'money', 'money'],
    lines: [
      [1, 'Jedidah Mumo', 'Form 1', 'Mwala', 38_420, null, 38_420],
      [1, 'Jedidah Mumo', 'Form 1', 'Mbooni', null, 14_210.5, 14_210.5],
    ],
    foot: [null, 'Total', null, null, 38_420, 14_210.5, 52_630.5],
  })
})

test('has no total beside marks, and their mean beneath', () => {
  const download = annualDownload(annualAcademic, amountColumns(annualAcademic, terms), '2025')
  const rows = [
    { student_id: 7, student: 'Ann', class: 'Form 1', schools: [{ school: 'Mwala', costs: [61, null] }] },
    { student_id: 8, student: 'Bob', class: 'Form 1', schools: [{ school: 'Mwala', costs: [70.5, null] }] },
  ]
  const { headers, foot } = tableOf(download, rows)
  expect(headers.slice(4)).toEqual(['Term 1', 'Term 2'])
  expect(foot).toEqual([null, 'Mean', null, null, 65.8, null])
})

test('has levels where there is no mean, which count in none', () => {
  const columns = amountColumns(annualAcademic, terms)
  const download = annualDownload(annualAcademic, columns, '2026')
  const rows = [
    {
      student_id: 7,
      student: 'Dennis',
      class: 'Grade 10',
      schools: [{ school: 'Mwala', costs: [null, null], levels: ['1 EE2, 4 ME1', 'ME2'] }],
    },
    {
      student_id: 8,
      student: 'Bob',
      class: 'Form 4',
      schools: [{ school: 'Mwala', costs: [70.5, null], levels: [null, null] }],
    },
  ]
  const { lines, foot } = tableOf(download, rows)
  expect(lines.map((cells) => cells.slice(4))).toEqual([
    ['1 EE2, 4 ME1', 'ME2'],
    [70.5, null],
  ])
  expect(foot).toEqual([null, 'Mean', null, null, 70.5, null])
  expect(hasWords(rows)).toBe(true)
  expect(hasWords(rows.slice(1))).toBe(false)
})
