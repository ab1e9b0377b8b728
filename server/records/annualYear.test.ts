import { type Arbitrary, array, assert, asyncProperty, constantFrom, integer, record } from 'fast-check'
import { expect, it } from 'vitest'
import type { AnnualAcademic } from '#contract/records/reportCards.ts'
import type { AnnualFinance } from '#contract/records/receipts.ts'
import { addReceipts, addReportCards, lookupId } from '../testing/data/records.ts'
import { addSchool } from '../testing/data/schools.ts'
import { addStudents } from '../testing/data/students.ts'
import { openWithCast, type TestApp } from '../testing/testApp.ts'
import { cast } from '../testing/data/users.ts'

const schools = ['Nyando Girls', 'Moi Girls', 'Ahero Mixed']
const terms = ['Term 1', 'Term 2', 'Term 3']
const names = ['Zawadi Noor', 'Achieng Otieno', 'Étienne Barasa', 'Brian Kiprono']

type Entry = { student: number; school: number; term: string; class: string; amount: number }

const entry: Arbitrary<Entry> = record({
  student: integer({ min: 0, max: names.length - 1 }),
  school: integer({ min: 0, max: schools.length - 1 }),
  term: constantFrom(...terms),
  class: constantFrom('Form 1', 'Form 2'),
  /** Tenths of a mark, or cents. */
  amount: integer({ min: 0, max: 1000 }),
})

async function openYears() {
  const test = await openWithCast()
  const schoolIds: number[] = []
  for (const name of schools) schoolIds.push(await addSchool(test.db, name, name))
  const students = await addStudents(
    test.db,
    names.map((name) => ({ name, school_id: schoolIds[0] ?? 0 })),
  )
  const director = await test.signIn(cast.director)
  let year = 1999
  return {
    test,
    /** Adds another year with these records. */
    async give(
      entries: Entry[],
      add: (test: TestApp, records: Given[]) => Promise<unknown>,
    ): Promise<number> {
      year += 1
      const records = entries.map(({ student, school, ...rest }) => ({
        ...rest,
        year: String(year),
        student_id: students[student] ?? 0,
        school_id: schoolIds[school] ?? 0,
      }))
      await add(test, records)
      return lookupId(test.db, 'years', String(year))
    },
    read: async (call: string) => (await director.get(call)).body,
    /** The rows of all pages, and the sums of the first. */
    async readPages(call: string) {
      const rows: unknown[] = []
      for (let page = 1; ; page++) {
        const answer = (await director.get(`${call}&page=${page}&size=2`)).body as
          | AnnualFinance
          | AnnualAcademic
        rows.push(...answer.data)
        if (rows.length === answer.meta.total) return { rows, sums: answer.sums }
      }
    },
  }
}

/** The sum of each term over the entries of all students. */
const sumsOf = (entries: Entry[]) => ({
  leveled: 0,
  terms: terms.map((term) => {
    const own = entries.filter((each) => each.term === term)
    return { count: own.length, sum: own.reduce((sum, { amount }) => sum + amount, 0) }
  }),
})
type Given = Omit<Entry, 'student' | 'school'> & { year: string; student_id: number; school_id: number }

/**
 * A simple ledger to compare with: students with records, by name; their schools in the order of the year; the sums by
 * term.
 */
function ledgerOf(entries: Entry[], field: 'costs' | 'marks') {
  const perUnit = field === 'costs' ? 100 : 10
  const inOrder = entries
    .map((own, index) => ({ ...own, index }))
    .toSorted((a, b) => terms.indexOf(a.term) - terms.indexOf(b.term) || a.index - b.index)
  return ['Achieng Otieno', 'Brian Kiprono', 'Étienne Barasa', 'Zawadi Noor'].flatMap((student) => {
    const own = inOrder.filter((each) => names[each.student] === student)
    if (own.length === 0) return []
    const sum = (some: Entry[]) => some.reduce((total, { amount }) => total + amount, 0) / perUnit
    const lines = [...new Set(own.map(({ school }) => school))].map((school) => {
      const here = own.filter((each) => each.school === school)
      const values = terms.map((term) => {
        const inTerm = here.filter((each) => each.term === term)
        return inTerm.length > 0 ? sum(inTerm) : null
      })
      return {
        school: schools[school],
        [field]: values,
        total_year_cost: field === 'costs' ? sum(here) : undefined,
      }
    })
    const student_id = expect.any(Number) as number
    return [{ student, class: own.at(-1)?.class, student_id, schools: lines }]
  })
}

it('sums the costs of a year like a simple ledger, for students who change schools and pay several times', async () => {
  const years = await openYears()
  await assert(
    asyncProperty(array(entry, { maxLength: 14 }), async (entries) => {
      const year = await years.give(entries, (test, records) =>
        addReceipts(
          test,
          records.map(({ amount, ...rest }) => ({ ...rest, items: [['Shopping', 'Soap', amount / 100]] })),
        ),
      )
      const { data } = (await years.read(`/api/finance?query=finance-rep&year=${year}`)) as AnnualFinance
      expect(data).toEqual(ledgerOf(entries, 'costs'))
      const paged = await years.readPages(`/api/finance?query=finance-rep&year=${year}`)
      expect(paged).toEqual({ rows: data, sums: sumsOf(entries) })
    }),
    { numRuns: 12 },
  )
})

it('reads the means of a year, each in its term and at its school', async () => {
  const years = await openYears()
  // A student has one report of a term.
  const reports = array(entry, { maxLength: 10 }).map((entries) =>
    Array.from(new Map(entries.map((each) => [`${each.student} ${each.term}`, each])).values()),
  )
  await assert(
    asyncProperty(reports, async (entries) => {
      const year = await years.give(entries, (test, records) =>
        addReportCards(
          test,
          records.map(({ amount, ...rest }) => ({ ...rest, mark: amount / 10 })),
        ),
      )
      const { data } = (await years.read(`/api/reports?query=academic-rep&year=${year}`)) as AnnualAcademic
      expect(data).toEqual(ledgerOf(entries, 'marks'))
      const paged = await years.readPages(`/api/reports?query=academic-rep&year=${year}`)
      expect(paged).toEqual({ rows: data, sums: sumsOf(entries) })
    }),
    { numRuns: 12 },
  )
})

it('a search finds names, and its page has the sums of these students', async () => {
  const years = await openYears()
  const given = [0, 1, 2, 3].map((student) => ({
    student,
    school: 0,
    term: 'Term 2',
    class: 'Form 1',
    amount: 100 + student,
  }))
  const year = await years.give(given, (test, records) =>
    addReceipts(
      test,
      records.map(({ amount, ...rest }) => ({ ...rest, items: [['Shopping', 'Soap', amount / 100]] })),
    ),
  )
  const call = `/api/finance?query=finance-rep&year=${year}&page=1&search=`
  expect(await years.read(`${call}otieno+ach`)).toMatchObject({
    data: [{ student: 'Achieng Otieno' }],
    sums: { terms: [{ count: 0, sum: 0 }, { count: 1, sum: 101 }, { count: 0 }] },
  })
  // The ref is not searched.
  expect(await years.read(`${call}EL-0001`)).toMatchObject({
    data: [],
    sums: { terms: [{}, { sum: 0 }, {}] },
  })
})
