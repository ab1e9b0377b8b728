import type { TestApp } from '../testApp.ts'
import { addSchool } from '../data/schools.ts'
import { addStudents } from '../data/students.ts'
import { lookupId } from '../data/records.ts'

const firstNames = ['Brian', 'Faith', 'Mercy', 'Kevin', 'Esther', 'Dennis']
const lastNames = ['Mwangangi', 'Chepkemoi', "Ng'ang'a", 'Wafula', 'Otieno']
const names = firstNames.flatMap((first, place) =>
  lastNames.map((last) => `${first} ${place % 2 === 0 ? 'Kimutai' : 'Nekesa'} ${last}`),
)

/** The ways in which one clerk after the other writes a name. */
const spellings: ((name: string) => string)[] = [
  (name) => name,
  (name) => name.toUpperCase(),
  (name) => ` ${name.replace(/^(\S+) (.+)$/, '$2,  $1')}`,
]
const spelled = (name: string, way: number) => spellings[way % spellings.length]?.(name) ?? name

/** 30 students of one school, each with an admission number. */
export async function givenLedger({ db }: TestApp): Promise<void> {
  const school_id = await addSchool(db)
  await addStudents(
    db,
    names.map((name, place) => ({ name, school_id, admission_no: `${4401 + place}` })),
  )
  await lookupId(db, 'years', '2024')
}

const items = [
  'Tuition Fees',
  'Transport',
  'Books and Stationery: Set books',
  'Uniform and Boarding Essentials',
]

const terms = ['Term 1', 'Term 2', 'Term 3'].flatMap((term, termPlace) =>
  names.map((name, place) => ({ name, term, place, termPlace })),
)

/**
 * A ledger of 90 receipts with a row for each of 2 to 4 items, and most names written in several ways. A third of the
 * receipts has no number; a third of the rows has one name and the admission number.
 */
export const ledgerRows = terms.flatMap(({ name, term, place, termPlace }) =>
  items.slice(0, 2 + (place % 3)).map((item, line) => {
    const cents = 35_000 + 12_345 * ((place * 7 + line * 13 + termPlace * 5) % 31)
    const isShort = (place + line) % 3 === 0
    return {
      name: isShort ? (name.split(' ')[0] ?? '') : spelled(name, place + line),
      admission_no: isShort ? `${4401 + place}` : '',
      year: '2024',
      term: line % 2 === 0 ? term : term.toUpperCase(),
      class: 'Form 2',
      receipt_no: place % 3 === 0 ? '' : line === 0 ? `R ${900 + place}` : `r  ${900 + place}`,
      [`items.${item}`]: `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`,
      cents,
    }
  }),
)

const marks = ['English', 'Kiswahili', 'Mathematics', 'Biology']

/** The report cards of the same students, with a row for each subject. */
export const resultRows = terms.flatMap(({ name, term, place, termPlace }) =>
  marks.map((subject, line) => ({
    name: spelled(name, place + line),
    year: '2024',
    term,
    class: line === 2 ? '' : 'Form 2',
    mark: line === 1 ? '55.5' : '',
    grade: line === 1 ? 'C+' : '',
    [`marks.${subject}`]: `${40 + ((place + line * 3 + termPlace) % 50)} C`,
  })),
)
