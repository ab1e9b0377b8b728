import { createPick, type Pick } from '../../../fixtures/createPick.ts'
import { demoSchools } from '../../../fixtures/schools.ts'

/** What a charity knows, before its staff write it into sheets. */
export type MessyCharity = ReturnType<typeof inventCharity>
export type Child = ReturnType<typeof inventChild>
export type Result = {
  child: Child
  year: string
  term: string
  form: string
  marks: Record<string, number | null>
}
/** An amount is in shillings; a refund is negative. */
export type Payment = { category: string; amount: number }
export type Bill = { child: Child; year: string; term: string; number: string; payments: Payment[] }

export const subjects = ['English', 'Kiswahili', 'Mathematics', 'Biology', 'Chemistry', 'CRE'] as const

const girls = [
  'Faith',
  'Mercy',
  'Achieng',
  'Wanjiku',
  'Halima',
  'Chebet',
  'Mwende',
  'Zawadi',
  'Nafula',
  'Joy',
]
const boys = ['Brian', 'Kevin', 'Kiprono', 'Barasa', 'Otieno', 'Kamau', 'Hassan', 'Mutua', 'Felix', 'Ian']
const middle = [
  'Peris',
  'Atieno',
  'Wambui',
  'Akinyi',
  'Muthoni',
  'Nekesa',
  'Kiptoo',
  'Omondi',
  'Mwangi',
  'Abdi',
]
const families = [
  'Ng’eno',
  'Odhiambo',
  'Cheruiyot',
  'Mutiso',
  'Wekesa',
  'Onyango',
  'Kimani',
  'Mbithi',
  'Rotich',
  'Were',
]

const staff = [
  ['Rose', 'Njeri', 'Director'],
  ['Peter', 'Maina', 'Programme Coordinator'],
  ['Agnes', 'Wairimu', 'Programme Coordinator'],
  ['Mary', 'Wambui', 'Liaison Officer'],
  ['Brian', 'Kibet', 'Liaison Officer'],
  ['Lucy', 'Achieng', 'Liaison Officer'],
  ['Samuel', 'Ouma', 'Liaison Officer'],
] as const

const supporters = [
  'Anna Berg',
  'John Miller',
  'Claire Dubois',
  'Peter Novak',
  'Ingrid Dahl',
  'Paul Weber',
  'Susan Clarke',
  'Marco Rossi',
  'Eva Lind',
  'Tom Baker',
]
const countries = ['Germany', 'United Kingdom', 'Kenya', 'France']

const CHILDREN = 90

/** A charity of 90 children, three years of results and two of receipts. The same seed invents the same. */
export function inventCharity(seed = 20_261_129) {
  const pick = createPick(seed)
  const schools = Object.entries(demoSchools).flatMap(([cluster, names]) =>
    names.slice(0, 3).map((school) => ({ school, cluster })),
  )
  const used = new Set<string>()
  const children = Array.from({ length: CHILDREN }, (_, index) => inventChild(pick, index, schools, used))
  const results = [
    ...resultsOf(pick, children, '2025', 'Term 1'),
    ...resultsOf(pick, children, '2025', 'Term 2'),
    ...resultsOf(pick, children.slice(0, 70), '2024', 'Term 3'),
    ...resultsOf(pick, children.slice(0, 40), '2023', 'Term 1'),
  ]
  const bills = [
    ...billsOf(pick, children.slice(0, 70), '2024', 'Term 1', 4400),
    ...billsOf(pick, children, '2025', 'Term 1', 5200),
  ]
  return {
    staff: staff.map(([first, last, role]) => ({ first, last, role, email: emailOf(`${first} ${last}`) })),
    supporters: supporters.map((name) => ({ name, email: emailOf(name), country: pick(countries) })),
    schools,
    children,
    results,
    bills,
  }
}

const emailOf = (name: string) => `${name.toLowerCase().replaceAll(' ', '.')}@messy.test`

function inventChild(
  pick: Pick,
  index: number,
  schools: { school: string; cluster: string }[],
  used: Set<string>,
) {
  const place = schools[index % schools.length]
  if (!place) throw new Error('A charity without schools was invented')
  const isGirl = place.school.includes('Girls') || (!place.school.includes('Boys') && index % 2 === 0)
  let names: [first: string, middle: string, last: string]
  do names = [pick(isGirl ? girls : boys), pick(middle), pick(families)]
  while (used.has(names.join(' ')))
  used.add(names.join(' '))
  const officer = staff[3 + (index % 4)]
  return {
    names,
    name: names.join(' '),
    /** Each tenth child is also written with an initial and another apostrophe. */
    otherName: index % 10 === 3 ? `${names[0]} ${names[1][0]}. ${names[2].replace('’', '')}` : undefined,
    gender: isGirl ? 'Female' : 'Male',
    ...place,
    admission_no: String(2000 + index * 7),
    dob: `${2008 + (index % 3)}-${pad((index % 12) + 1)}-${pad(13 + (index % 15))}`,
    dor: `2023-02-${pad(13 + (index % 15))}`,
    kcpe: index % 15 === 4 ? null : 250 + (index % 120),
    form: (index % 3) + 2,
    siblings: index % 9 === 5 ? null : index % 5,
    ambition: index % 11 === 6 ? null : pick(['Doctor', 'Teacher', 'Pilot', 'Nurse', 'Engineer']),
    guardian_phone: `07${pad(10 + (index % 80))}${String(100_000 + index * 37)}`,
    officer: officer ? `${officer[0]} ${officer[1]}` : '',
    supporter: index % 4 === 1 ? undefined : supporters[index % supporters.length],
  }
}

const pad = (number: number) => String(number).padStart(2, '0')

/** Children were a form lower in each year before 2026. */
const resultsOf = (pick: Pick, children: Child[], year: string, term: string): Result[] =>
  children.flatMap((child) => {
    const form = child.form - (2026 - Number(year))
    if (form < 0) return []
    const marks = subjects.map((subject) => [
      subject,
      pick([0, 1, 2, 3, 4, 5, 6, 7, 8]) === 0 ? null : 30 + pick([0, 7, 14, 23, 35, 41, 52]),
    ])
    return [
      { child, year, term, form: form === 0 ? 'Class 8' : `Form ${form}`, marks: Object.fromEntries(marks) },
    ]
  })

const billsOf = (pick: Pick, children: Child[], year: string, term: string, first: number): Bill[] =>
  children.map((child, index) => {
    const uniform = pick([1200, 2450.5, 3100])
    const payments: Payment[] = [
      { category: 'Tuition Fees', amount: pick([18_000, 22_500, 25_250]) },
      { category: 'Transport', amount: pick([450, 700, 1650.5]) },
      ...(index % 2 === 0 ? [{ category: 'Uniform and Boarding Essentials', amount: uniform }] : []),
      ...(index % 3 === 0 ? [{ category: 'P.A. Fund', amount: 1500 }] : []),
    ]
    // Only the ledger of 2024 has refunds.
    if (year === '2024' && index % 20 === 0)
      payments.push({ category: 'Uniform and Boarding Essentials', amount: -400 })
    return { child, year, term, number: String(first + index), payments }
  })

export const totalOf = (bills: Bill[]) =>
  bills.flatMap(({ payments }) => payments).reduce((sum, { amount }) => sum + Math.round(amount * 100), 0) /
  100
