import { type MessyCharity, subjects } from './messyCharity.ts'

/** What a charity knows, as a sorted line for each fact, by the sheets of _Everything as spreadsheets_. */
export type Facts = Record<'schools' | 'staff' | 'supporters' | 'students' | 'cards' | 'receipts', string[]>

/** Sheets write some names in capital letters, which stay. */
const lineOf = (cells: unknown[]) => cells.join(' | ').toLowerCase()

/** What the workbooks were written from. */
export function trueFacts(charity: MessyCharity): Facts {
  const { schools, staff, supporters, children, results, bills } = charity
  return {
    schools: schools.map(({ school, cluster }) => lineOf([school, cluster])).toSorted(),
    staff: staff.map(({ first, last, email, role }) => lineOf([first, last, email, role])).toSorted(),
    supporters: supporters.map(({ name, email, country }) => lineOf([name, email, country])).toSorted(),
    students: children
      .map((child) =>
        lineOf([
          child.name,
          'High School',
          child.gender,
          child.dob,
          child.dor,
          child.kcpe,
          child.ambition,
          child.siblings,
          'English, Kiswahili',
          child.school,
          child.admission_no,
          child.guardian_phone,
          child.officer,
          child.supporter,
        ]),
      )
      .toSorted(),
    cards: results
      .map(({ child, year, term, form, marks }) =>
        lineOf([child.name, child.school, year, term, form, ...subjects.map((subject) => marks[subject])]),
      )
      .toSorted(),
    receipts: bills
      .flatMap(({ child, year, term, number, payments }) => {
        const form = child.form - (2026 - Number(year))
        const of = [child.name, child.school, year, term, form === 0 ? 'Class 8' : `Form ${form}`, number]
        return sumsOf(payments.map(({ category, amount }) => [lineOf([...of, category]), amount]))
      })
      .toSorted(),
  }
}

type Cells = (heading: string) => string

/** What Elimu has stored, from the sheets of _Everything as spreadsheets_ by their paths. */
export function storedFacts(sheets: Record<string, string[][]>): Facts {
  const rowsOf = (path: string): Cells[] => {
    const [headings = [], ...rows] = sheets[path] ?? []
    return rows.map((row) => (heading) => row[headings.indexOf(heading)] ?? '')
  }
  const read = (path: string, factsOf: (cell: Cells) => string) => rowsOf(path).map(factsOf).toSorted()
  const lines = (path: string, names: string[]) => read(path, (cell) => lineOf(names.map(cell)))
  const name = (text: string) => text.replace(/ <.*/, '')
  return {
    schools: lines('1-schools.csv', ['School', 'Cluster']),
    staff: lines('2-staff.csv', ['First name', 'Last name', 'Email', 'User Role']),
    supporters: read('3-supporters.csv', (cell) =>
      lineOf([`${cell('First name')} ${cell('Last name')}`, cell('Email'), cell('Country')]),
    ),
    students: read('4-students.csv', (cell) =>
      lineOf([...studentHeadings.map(cell), name(cell('Liaison Officer')), name(cell('Supporter'))]),
    ),
    cards: read('5-report-cards.csv', (cell) =>
      lineOf([
        ...['Name', 'School', 'Year', 'Term', 'Class'].map(cell),
        // The grade of an absent child is X, which counts in no mean.
        ...subjects.map((subject) => cell(`${subject} (result)`).replace('0 X', '')),
      ]),
    ),
    receipts: sumsOf(
      rowsOf('6-receipts.csv').map((cell) => [lineOf(receiptHeadings.map(cell)), Number(cell('Cost'))]),
    ).toSorted(),
  }
}

const studentHeadings = [
  'Name',
  'Category Type',
  'Gender',
  'Date of Birth',
  'Date of Registration',
  'KCPE Score',
  'Ambition',
  'Number of Siblings',
  'Languages Spoken',
  'Current School',
  'Admission No.',
  'Guardian’s Phone',
]
const receiptHeadings = ['Name', 'School', 'Year', 'Term', 'Class', 'Receipt No.', 'Category']

/** The sum of the amounts of each line, in whole cents. */
function sumsOf(amounts: [line: string, amount: number][]): string[] {
  const sums = new Map<string, number>()
  for (const [line, amount] of amounts) sums.set(line, (sums.get(line) ?? 0) + Math.round(amount * 100))
  return [...sums].map(([line, cents]) => `${line} | ${cents}`)
}
