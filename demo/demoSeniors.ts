import { isUnmarked } from '#contract/curricula.ts'
import { pathways } from '#contract/students.ts'
import type { Pick } from './createPick.ts'
import { type Invented, inventStudent } from './demoStudents.ts'
import { type DemoCard, inventPupil, type Pupil } from './demoReportCards.ts'

type Pathway = (typeof pathways)[number]
const SPECIAL = 2

/** Of every three children one is in Grade 10 this year, unless they have left. */
export const isSenior = (index: number) => index % 3 === 1

/** The exam that led a child to senior school, and what is typed of it. */
function inventExam(pick: Pick, category: number) {
  const exams = ['KJSEA', 'KJSEA', 'KJSEA', 'KJSEA', 'None'] as const
  const entry_exam = category === SPECIAL ? 'KPLEA' : pick([...exams])
  if (entry_exam === 'None') return { entry_exam, kcpe: '', assessment_no: '', pathway: '' } as const
  const digits = Array.from({ length: 6 }, () => pick([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])).join('')
  return { entry_exam, kcpe: '', assessment_no: `A001${digits}`, pathway: pick(pathways) } as const
}

/** What is typed of a child who came to Grade 10 this year; one of them was with the charity before. */
export function inventSeniorStudent(pick: Pick, index: number, year: number): Invented {
  const joined = index === MOVED_BOY ? year - MOVED_YEARS : year
  const student = inventStudent(pick, joined, 15)
  const background = student.background.replace('secondary school', 'senior school')
  const exam = inventExam(pick, student.category)
  return { ...student, background, ...exam, ...(index === MOVED_BOY && movedBoy(year)) }
}

/** A boy who went from one curriculum to the other: what differs from other children. */
const movedBoy = (year: number) => ({
  name: 'Dennis Mutiso Kyalo',
  isGirl: false,
  gender: 1,
  category: 1,
  ...({ entry_exam: 'KJSEA', kcpe: '', assessment_no: 'A001847320', pathway: 'STEM' } as const),
  dob: `${year - 16}-08-21`,
  siblings: 2,
  languages: 'Kikamba, Kiswahili, English',
  ambition: 'Electrician',
  father: 'John Kyalo',
  mother: 'Anna Mwikali (late)',
  guardian: 'Ruth Mutiso, grandmother',
  background: `Dennis lives with his grandmother near Mbumbuni. He was ill for most of ${year - 3} and did not sit KCPE, so he went on in Grade 8 the year after. He sat KJSEA in ${year - 1} and joined Grade 10 in January ${year}.`,
})
const MOVED_BOY = 1
/** How many years before Grade 10 his records begin. */
const MOVED_YEARS = 3

/** The class of a child so many years before Grade 10. */
export const seniorClass = (years: number) =>
  ['Grade 10', 'Grade 9', 'Grade 8', 'Standard 8'][years] ?? 'Grade 10'

const common = ['English', 'Kiswahili', 'Community Service Learning']
const electives: Record<Pathway, { mathematics: string; choices: string[][] }> = {
  STEM: {
    mathematics: 'Core Mathematics',
    choices: [
      ['Biology', 'Chemistry', 'Physics'],
      ['Chemistry', 'Physics', 'Computer Studies'],
      ['Biology', 'Agriculture', 'Home Science'],
    ],
  },
  'Social Sciences': {
    mathematics: 'Essential Mathematics',
    choices: [
      ['Geography', 'History and Citizenship', 'Business Studies'],
      ['Literature in English', 'CRE', 'French'],
    ],
  },
  'Arts and Sports Science': {
    mathematics: 'Essential Mathematics',
    choices: [
      ['Fine Arts', 'Theatre and Film', 'Business Studies'],
      ['Sports and Recreation', 'Biology', 'Geography'],
    ],
  },
}

export type Senior = Pupil & { givesMarks: boolean; givesOverall: boolean }

/** A child in senior school: seven learning areas, of a school that writes marks or only levels. */
export function inventSenior(pick: Pick, name: string, pathway: string): Senior {
  const { mathematics, choices } = electives[pathways.find((known) => known === pathway) ?? 'Social Sciences']
  const pupil = inventPupil(pick, name)
  const taken = [...common, mathematics, ...pick(choices)]
  const subjects = taken.map((subject, place) => ({
    subject,
    strength: pupil.subjects[place]?.strength ?? 0,
  }))
  return { ...pupil, subjects, givesMarks: pick([true, true, false]), givesOverall: pick([true, false]) }
}

/** The lowest mark of each level, as schools give them. */
const scale: [number, string][] = [
  [90, 'EE1'],
  [75, 'EE2'],
  [58, 'ME1'],
  [41, 'ME2'],
  [31, 'AE1'],
  [21, 'AE2'],
  [11, 'BE1'],
]

const levelOf = (mark: number) => scale.find(([from]) => mark >= from)?.[1] ?? 'BE2'

/** The same report card as CBE has it: levels, and no mean. Community service is never marked. */
export const asLevels = (card: DemoCard, { givesMarks, givesOverall }: Senior): DemoCard => ({
  ...card,
  marks: card.marks.map(({ subject, mark, grade }) => ({
    subject,
    grade: isUnmarked(grade) ? grade : levelOf(mark ?? 0),
    mark: givesMarks && subject !== 'Community Service Learning' ? mark : null,
  })),
  mark: null,
  grade: null,
  overall_level: givesOverall ? levelOf(card.mark ?? 0) : null,
})
