import { type Grade, isUnmarked, meanOf } from '#contract/reportCards.ts'
import type { Pick } from './createPick.ts'
import { type DemoMark, inventComments } from './demoComments.ts'

/** What a student is like at school: the same through all their years. */
export type Pupil = {
  name: string
  /** Where they begin, and what a term adds to it. */
  level: number
  trend: number
  dipsInTerm3: boolean
  subjects: { subject: string; strength: number }[]
}

const core = ['English', 'Kiswahili', 'Mathematics', 'Biology', 'Chemistry']
const religions = ['CRE', 'CRE', 'CRE', 'IRE']
const sciences = ['Physics', 'Agriculture']
const humanities = ['History and Government', 'Geography']
const trades = ['Business Studies', 'Computer Studies', 'Home Science', 'Art and Design', 'Music', 'French']

const strengths = [-14, -9, -6, -3, 0, 0, 2, 4, 7, 11, 15]
const moods = [-6, -4, -3, -2, -1, 0, 0, 1, 2, 3, 4, 6]

/** From so many marks on, as Kenyan schools give them. */
const scale: [number, Grade][] = [
  [80, 'A'],
  [75, 'A-'],
  [70, 'B+'],
  [65, 'B'],
  [60, 'B-'],
  [55, 'C+'],
  [50, 'C'],
  [45, 'C-'],
  [40, 'D+'],
  [35, 'D'],
  [30, 'D-'],
]

export const gradeOf = (mark: number): Grade => scale.find(([from]) => mark >= from)?.[1] ?? 'E'

export function inventPupil(pick: Pick, name: string): Pupil {
  const subjects = [...core, pick(religions), pick(sciences), pick(humanities), pick(trades)]
  return {
    name,
    level: pick([36, 41, 45, 49, 52, 55, 57, 60, 64, 69, 74]),
    trend: pick([-1.2, -0.6, 0, 0.3, 0.7, 1.1, 1.6]),
    dipsInTerm3: pick([true, false, false]),
    subjects: subjects.map((subject) => ({ subject, strength: pick(strengths) })),
  }
}

/** A report card as it is typed, apart from whose it is and of when; `served` is how many terms came before. */
export function inventReport(pick: Pick, pupil: Pupil, term: string, served: number) {
  const dip = pupil.dipsInTerm3 && term === 'Term 3' ? -7 : 0
  // One subject is given up after two years.
  const taken = pupil.subjects.slice(0, served < 6 ? 9 : 8)
  const usual = pupil.level + served * pupil.trend + dip
  const marks = taken.map(({ subject, strength }) => inventMark(pick, subject, usual + strength))
  const mark = meanOf(marks) ?? 0
  return {
    marks,
    mark,
    grade: marks.every(({ grade }) => isUnmarked(grade)) ? ('X' as const) : gradeOf(mark),
    ...inventComments(pick, pupil, { marks, mark, hasDipped: dip < 0 }),
  }
}

/** Now and then somebody was ill on the day, or the paper was cancelled. */
function inventMark(pick: Pick, subject: string, expected: number): DemoMark {
  const luck = pick(rarely)
  if (luck) return { subject, mark: 0, grade: luck }
  const mark = Math.min(98, Math.max(12, Math.round(expected + pick(moods)))) + pick([0, 0, 0, 0, 0.5])
  return { subject, mark, grade: gradeOf(mark) }
}

const rarely: ('X' | 'Y' | undefined)[] = [
  ...Array.from({ length: 237 }, () => undefined),
  'X' as const,
  'X' as const,
  'Y' as const,
]
