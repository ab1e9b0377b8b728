import { type Row, workbookFile } from '../../support/files/sheetFile.ts'
import { type Bill, type Child, type MessyCharity, type Result, subjects, totalOf } from './messyCharity.ts'

/** The workbooks of three charities that have joined, with the disorder of ten years. */
export const messyWorkbooks = (charity: MessyCharity) => [
  staffSheet(charity),
  schoolsSheet(charity),
  supportersSheet(charity),
  registerSheet(charity),
  resultsSheet('Results T1 2025.xlsx', charity.results.filter(isOf('2025', 'Term 1')), asFirstNameFirst),
  resultsSheet('Results T2 2025.xlsx', charity.results.filter(isOf('2025', 'Term 2')), asLastNameFirst),
  otherResults('END TERM 2024.xlsx', charity.results.filter(isOf('2024', 'Term 3'))),
  marksInRows('Marks 2023.xlsx', charity.results.filter(isOf('2023', 'Term 1'))),
  ledger('Ledger 2024.xlsx', charity.bills.filter(isOf('2024', 'Term 1'))),
  feesByCategory('Fees 2025.xlsx', charity.bills.filter(isOf('2025', 'Term 1'))),
]

/** A file of an old program, which Elimu cannot read. */
export const oldWorkbook = {
  name: 'grade 10 intake.xls',
  mimeType: 'application/vnd.ms-excel',
  buffer: Buffer.from('d0cf11e0a1b11ae1'.padEnd(1024, '0'), 'hex'),
}

const isOf = (year: string, term: string) => (of: { year: string; term: string }) =>
  of.year === year && of.term === term

const staffSheet = ({ staff }: MessyCharity) =>
  workbookFile('STAFF LIST.xlsx', {
    Staff: [
      ['OUR STAFF'],
      [],
      ['No', 'Name', 'Position', 'Email'],
      ...staff.map(({ first, last, role, email }, at): Row => [at + 1, `${first} ${last}`, role, email]),
    ],
  })

const schoolsSheet = ({ schools }: MessyCharity) =>
  workbookFile('Schools.xlsx', {
    Schools: [['School', 'County'], ...schools.map(({ school, cluster }): Row => [school, cluster])],
  })

const supportersSheet = ({ supporters }: MessyCharity) =>
  workbookFile('Sponsors.xlsx', {
    Sponsors: [
      ['Sponsor', 'E-mail', 'Country'],
      ...supporters.map(({ name, email, country }): Row => [name, email, country]),
    ],
  })

/** Schools are written in three ways, of which each is one of the registered ones. */
const schoolWords = [
  (school: string) => school,
  (school: string) => school.toUpperCase(),
  (school: string) => school.replace(' Secondary School', ' Sec').replace(' High School', ' High'),
]
const schoolIn = ({ school }: Child, at: number) => (schoolWords[at % schoolWords.length] ?? String)(school)

/** Officers are written by their first names. */
const registerSheet = ({ children, supporters }: MessyCharity) =>
  workbookFile(
    'REGISTER 2026.xlsx',
    {
      Register: [
        ['SPONSORED CHILDREN, 2026'],
        [],
        ['Personal Details', '', '', '', '', '', 'School Details', '', '', '', 'Guardian', ''],
        [
          'S/No',
          'Full Name',
          'Sex',
          'DOB',
          'Siblings',
          'Hopes to become',
          'School',
          'Adm No',
          'Form',
          'KCPE',
          'Phone',
          'Mother',
          'Joined',
          'Officer',
          'Sponsor',
          'Type',
          'Languages',
        ],
        ...children.flatMap((child, at): Row[] => [
          ...(at > 0 && at % 30 === 0 ? [['', `GROUP ${at / 30 + 1}`] as Row] : []),
          [
            at + 1,
            at % 7 === 2 ? child.name.toUpperCase() : child.name,
            child.gender[0] ?? '',
            dayFirst(child.dob),
            child.siblings ?? '-',
            child.ambition ?? 'N/A',
            schoolIn(child, at),
            child.admission_no,
            `F${child.form}`,
            child.kcpe ?? 'did not sit',
            child.guardian_phone,
            '',
            dayFirst(child.dor),
            child.officer.split(' ')[0] ?? '',
            supporters.find(({ name }) => name === child.supporter)?.email ?? '',
            'High School',
            'English, Kiswahili',
          ],
        ]),
      ],
    },
    ['A3:F3', 'G3:J3', 'K3:L3'],
  )

const dayFirst = (day: string) => day.split('-').toReversed().join('/')

const asFirstNameFirst = (child: Child) => child.otherName ?? child.name
const asLastNameFirst = ({ names: [first, middle, last] }: Child) =>
  `${last.toUpperCase()}, ${first} ${middle}`

/** The headings are repeated where a page of the print ended. */
const PAGE = 25
const inPages = (head: Row, rows: Row[]): Row[] =>
  rows.flatMap((row, at) => (at % PAGE === 0 ? [head, row] : [row]))

const absences = ['ABS', 'did not sit', '-']
const markIn = (mark: number | null | undefined, at: number) => mark ?? absences[at % absences.length] ?? ''

/** The term is only in the name of the file, the class in a column. */
const resultsSheet = (file: string, results: Result[], nameOf: (child: Child) => string) =>
  workbookFile(file, {
    'FORM 1-4': inPages(
      ['Adm No', 'Name', 'School', 'Class', 'Eng', 'Kisw', 'Maths', 'Bio', 'Chem', 'C.R.E', 'Position'],
      results.map(({ child, form, marks }, at) => [
        child.admission_no,
        nameOf(child),
        schoolIn(child, at + 1),
        form.replace('Form ', 'F'),
        ...subjects.map((subject) => markIn(marks[subject], at)),
        (at % 40) + 1,
      ]),
    ),
    Notes: [['Handed in by the class teachers'], ['Ask Rose about the missing ones']],
  })

/** Another charity's headings, a sheet for each class, and a mean. */
const otherResults = (file: string, results: Result[]) =>
  workbookFile(
    file,
    Object.fromEntries(
      [...Map.groupBy(results, ({ form }) => form)].map(([form, rows]) => [
        `${form.toUpperCase()} TERM 3`,
        [
          [`END OF TERM 3 EXAMS 2024, ${form.toUpperCase()}`],
          ['', '', 'LANGUAGES', '', '', 'SCIENCES', '', ''],
          ["Student's Name", 'Index', ...otherOrder, 'Institution'],
          ...rows.map(({ child, marks }, at): Row => [
            child.otherName ?? child.name.toUpperCase(),
            child.admission_no,
            ...otherOrder.map((subject) => markIn(marks[subject], at)),
            schoolIn(child, at),
          ]),
        ],
      ]),
    ),
    ['C2:E2', 'F2:H2'],
  )

const otherOrder = ['English', 'Kiswahili', 'CRE', 'Mathematics', 'Biology', 'Chemistry'] as const

/** A row for each mark. The year 2023 and 'Class 8' are new. */
const marksInRows = (file: string, results: Result[]) =>
  workbookFile(file, {
    Marks: [
      ['Year', 'Term', 'Class', 'Pupil', 'Adm', 'School attended', 'Subject', 'Score'],
      ...results.flatMap(({ child, year, form, marks }, at) =>
        subjects.flatMap((subject): Row[] => {
          const mark = marks[subject] ?? null
          return mark === null
            ? []
            : [[Number(year), 'I', form, child.name, child.admission_no, schoolIn(child, at), subject, mark]]
        }),
      ),
    ],
  })

const voteheads: Record<string, string[]> = {
  'Tuition Fees': ['School fees', 'Tuition Fees'],
  Transport: ['Transprt', 'Fare', 'Matatu money'],
  'Uniform and Boarding Essentials': ['Uniform', 'Uniform & bording'],
  'P.A. Fund': ['PTA'],
}

const amountWords = [
  (amount: number): string | number => amount,
  (amount: number) => `Kshs. ${amount.toLocaleString('en')}`,
  (amount: number) => `${amount.toLocaleString('en')}/=`,
]
const amountIn = (amount: number, at: number) =>
  amount < 0 ? `(${(-amount).toFixed(2)})` : (amountWords[at % amountWords.length] ?? String)(amount)

/** A row for each item, with subtotals after each school's children, refunds, and a total. */
function ledger(file: string, bills: Bill[]) {
  const bySchool = [...Map.groupBy(bills, ({ child }) => child.school)]
  const rowsOf = (bill: Bill, at: number): Row[] =>
    bill.payments.map(({ category, amount }, place) => {
      const { child, year, term, number } = bill
      const words = voteheads[category] ?? [category]
      return [
        number,
        place > 0 ? asFirstNameFirst(child) : child.name,
        child.admission_no,
        child.school,
        Number(year),
        term.replace('Term', 'T'),
        words[at % words.length] ?? category,
        amountIn(amount, at + place),
      ]
    })
  const rows = bySchool.flatMap(([school, its]) =>
    its.flatMap(rowsOf).concat([['', `SUB TOTAL ${school}`, '', '', '', '', '', totalOf(its)]]),
  )
  return workbookFile(file, {
    '2024': [
      ['PAYMENTS OF TERM 1, 2024'],
      ['Rcpt No', 'Beneficiary', 'Adm', 'School', 'Year', 'Term', 'Votehead', 'Amount'],
      ...rows,
      ['', 'GRAND TOTAL', '', '', '', '', '', totalOf(bills)],
    ],
  })
}

/** A column for each category, and a line of totals. The year and the term are only in the title. */
function feesByCategory(file: string, bills: Bill[]) {
  const categories = Object.keys(voteheads)
  const sum = (its: Bill[], category: string) =>
    totalOf(
      its.map((bill) => ({ ...bill, payments: bill.payments.filter((each) => each.category === category) })),
    )
  return workbookFile(file, {
    FEES: [
      ['FEES PAID, TERM 1 2025'],
      ['Receipt', 'Child', 'Adm.', 'School', 'Tuition', 'Transport', 'Uniform', 'P.A.', 'Total'],
      ...bills.map((bill, at): Row => [
        bill.number,
        bill.child.name,
        bill.child.admission_no,
        schoolIn(bill.child, at),
        ...categories.map((category) => sum([bill], category) || (at % 2 === 0 ? '-' : '')),
        totalOf([bill]),
      ]),
      ['', 'TOTAL', '', '', ...categories.map((category) => sum(bills, category)), totalOf(bills)],
    ],
  })
}
