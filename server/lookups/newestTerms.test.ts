import { describe, expect, it } from 'vitest'
import type { NamedTime } from '#contract/records/steps.ts'
import { giveDates } from '../testing/data/calendar.ts'
import { addReceipts, addReportCards } from '../testing/data/records.ts'
import { addStudents } from '../testing/data/students.ts'
import { openWithCast } from '../testing/testApp.ts'
import { findNewestTerm, findNewestTerms } from './newestTerms.ts'

type Term = `${1 | 2 | 3} ${string}`
type Row = {
  name: string
  today: string
  /** `1 2026`, with its first and last day. */
  dates?: Record<Term, [opens: string, closes: string]>
  reports?: Term[]
  receipts?: Term[]
  report: Term | null
  receipt: Term | null
}

const of2026 = {
  '1 2026': ['2026-01-05', '2026-04-02'],
  '2 2026': ['2026-04-27', '2026-07-31'],
} as const satisfies Row['dates']
const coming = { '1 2027': ['2027-01-04', '2027-04-01'] } as const satisfies Row['dates']
const inTerm1: Pick<Row, 'reports' | 'receipts'> = { reports: ['1 2026'], receipts: ['1 2026'] }

const rows: Row[] = [
  { name: 'none without records and dates', today: '2026-05-01', report: null, receipt: null },
  {
    name: 'of terms without dates that with records of the kind',
    today: '2026-05-01',
    reports: ['1 2026'],
    receipts: ['1 2026', '2 2026'],
    report: '1 2026',
    receipt: '2 2026',
  },
  {
    name: 'the last one until the day before the next opens',
    today: '2026-04-26',
    dates: of2026,
    ...inTerm1,
    report: '1 2026',
    receipt: '1 2026',
  },
  {
    name: 'that which opens today, for receipts',
    today: '2026-04-27',
    dates: of2026,
    ...inTerm1,
    report: '1 2026',
    receipt: '2 2026',
  },
  {
    name: 'the last one in the holidays until the day before its report cards are due',
    today: '2026-08-13',
    dates: of2026,
    ...inTerm1,
    report: '1 2026',
    receipt: '2 2026',
  },
  {
    name: 'that whose report cards are due today, also without any',
    today: '2026-08-14',
    dates: of2026,
    ...inTerm1,
    report: '2 2026',
    receipt: '2 2026',
  },
  {
    name: 'an open one from its first report card',
    today: '2026-07-20',
    dates: of2026,
    ...inTerm1,
    reports: ['2 2026'],
    report: '2 2026',
    receipt: '2 2026',
  },
  {
    name: 'not the next year’s, although its fees are paid, until it opens',
    today: '2027-01-03',
    dates: { ...of2026, ...coming },
    reports: ['1 2026'],
    receipts: ['2 2026', '1 2027'],
    report: '2 2026',
    receipt: '2 2026',
  },
  {
    name: 'the next year’s on the day it opens',
    today: '2027-01-04',
    dates: { ...of2026, ...coming },
    ...inTerm1,
    report: '2 2026',
    receipt: '1 2027',
  },
  {
    name: 'one with records after the last with dates',
    today: '2026-12-01',
    dates: of2026,
    reports: ['3 2026'],
    receipts: ['3 2026'],
    report: '3 2026',
    receipt: '3 2026',
  },
  {
    name: 'one to come, if nothing else has dates or records',
    today: '2026-12-01',
    dates: coming,
    receipts: ['1 2027'],
    report: null,
    receipt: '1 2027',
  },
]

describe('the newest term', () => {
  it.for(rows)('is $name', async ({ today, dates = {}, reports = [], receipts = [], report, receipt }) => {
    const test = await openWithCast()
    const [student_id = 0] = await addStudents(test.db, [{}])
    await addReportCards(
      test,
      reports.map((term) => ({ student_id, ...namesOf(term) })),
    )
    await addReceipts(
      test,
      receipts.map((term) => ({ student_id, ...namesOf(term) })),
    )
    for (const [name, days] of Object.entries(dates)) {
      const { term, year } = namesOf(name as Term)
      await giveDates(test.db, [term, year, ...days])
    }

    const found = await findNewestTerms(test.db, today)
    expect({ report: shortOf(found.report), receipt: shortOf(found.receipt) }).toEqual({ report, receipt })
    expect(await findNewestTerm(test.db, 'report', today)).toEqual(found.report)
    expect(await findNewestTerm(test.db, 'receipt', today)).toEqual(found.receipt)
  })
})

function namesOf(term: Term) {
  const [number, year = ''] = term.split(' ')
  return { term: `Term ${number}`, year }
}

const shortOf = (time: NamedTime | null) => time && `${time.term_name.slice(5)} ${time.year_name}`
