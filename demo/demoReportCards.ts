import { isUnmarked } from '#contract/curricula.ts'
import { meanOf } from '#contract/reportCards.ts'
import type { Pick } from './createPick.ts'

/** What a student is like at school: the same through all their years. */
export type Pupil = {
  name: string
  /** Their mean at the beginning, and what each term adds to it. */
  level: number
  trend: number
  /** The subjects in which they do worse at the end of a year. */
  dipsIn: string[]
  subjects: { subject: string; strength: number }[]
}

const core = ['English', 'Kiswahili', 'Mathematics', 'Biology', 'Chemistry']
const religions = ['CRE', 'CRE', 'CRE', 'IRE']
const sciences = ['Physics', 'Agriculture']
const humanities = ['History and Government', 'Geography']
const trades = ['Business Studies', 'Computer Studies', 'Home Science', 'Art and Design', 'Music', 'French']

const strengths = [-14, -9, -6, -3, 0, 0, 2, 4, 7, 11, 15]
/** A year goes up, so that few marks of Term 3 are lower than those of Term 2: the page shows these in red. */
const shifts: Record<string, number[]> = {
  'Term 1': [-6, -5, -4, -4, -3],
  'Term 2': [-3, -2, -2, -1, -1],
  'Term 3': [1, 1, 2, 3, 4],
}

/** The lowest mark of each grade, as Kenyan schools give them. */
const scale: [number, string][] = [
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

const gradeOf = (mark: number): string => scale.find(([from]) => mark >= from)?.[1] ?? 'E'

export function inventPupil(pick: Pick, name: string): Pupil {
  const subjects = [...core, pick(religions), pick(sciences), pick(humanities), pick(trades)]
  return {
    name,
    level: pick([36, 41, 45, 49, 52, 55, 57, 60, 64, 69, 74]),
    trend: pick([-1.2, -0.6, 0, 0.3, 0.7, 1.1, 1.6]),
    dipsIn: pick([[], [], [], [], [], [], [], core.slice(1, 3)]),
    subjects: subjects.map((subject) => ({ subject, strength: pick(strengths) })),
  }
}

/** A report card as it is typed, without its student and time; `served` is the number of terms before it. */
export function inventReportCard(pick: Pick, pupil: Pupil, term: string, served: number): DemoCard {
  const dips = term === 'Term 3' ? pupil.dipsIn : []
  // One subject is given up after two years.
  const taken = pupil.subjects.slice(0, served < 6 ? 9 : 8)
  const usual = pupil.level + served * pupil.trend
  const marks = taken.map(({ subject, strength }) => {
    const dip = dips.includes(subject) ? -9 : 0
    return inventMark(pick, subject, usual + strength + dip + pick(shifts[term] ?? [0]))
  })
  const mark = meanOf(marks) ?? 0
  return {
    marks,
    mark,
    grade: marks.every(({ grade }) => isUnmarked(grade)) ? 'X' : gradeOf(mark),
    overall_level: null,
    ...inventComments(pick, pupil, { marks, mark, hasDipped: dips.length > 0 }),
  }
}

/** Now and then somebody was ill on the day, or the paper was cancelled. */
function inventMark(pick: Pick, subject: string, expected: number): DemoMark {
  const luck = pick(rarely)
  if (luck) return { subject, mark: 0, grade: luck }
  const mark = Math.min(98, Math.max(12, Math.round(expected))) + pick([0, 0, 0, 0, 0.5])
  return { subject, mark, grade: gradeOf(mark) }
}

const rarely: ('X' | 'Y' | undefined)[] = [
  ...Array.from({ length: 237 }, () => undefined),
  'X' as const,
  'X' as const,
  'Y' as const,
]

/** A report card as it is typed; null stays empty. */
export type DemoCard = ReturnType<typeof inventComments> & {
  marks: { subject: string; mark: number | null; grade: string }[]
  mark: number | null
  grade: string | null
  overall_level: string | null
}

type DemoMark = { subject: string; mark: number; grade: string }
type Result = { marks: DemoMark[]; mark: number; hasDipped: boolean }

const praise = [
  'An excellent term. Keep the pace.',
  'Very good work in class and in the examination.',
  'A leader in group work, and punctual with every assignment.',
]
const encouragement = [
  'A fair result. More practice will bring more.',
  'Good effort. Revise the past papers over the holidays.',
  'Steady, with room to grow in the sciences.',
]
const concern = [
  'Can do better than this. Attend the remedial lessons.',
  'Below what was expected. We have spoken about it.',
  'Needs to complete assignments and ask when something is not clear.',
]
const dips = [
  'The results dropped this term after a strong start of the year.',
  'A weaker term than the last two; fatigue was noticeable.',
]
const visits = [
  'Visited at school and spoke with the class teacher.',
  'The guardian came to the academic day.',
  'Spoke on the telephone with the matron.',
  'Met at the holiday workshop.',
  'Visited at home; the guardian is well.',
]
const moods = [
  'Settled in the dormitory and has made friends.',
  'Cheerful, plays in the school netball team.',
  'A little homesick, but sleeps and eats well.',
  'Sings in the choir and is confident in front of others.',
  'Worried about the guardian’s health. We call every second week.',
  'Quiet. The school counsellor meets the student once a month.',
  'No concerns this term.',
]

/** The four texts of a report card, which agree with its marks. */
function inventComments(pick: Pick, { name }: { name: string }, { marks, mark, hasDipped }: Result) {
  const first = name.split(' ')[0] ?? name
  const inOrder = marks.filter(({ grade }) => !isUnmarked(grade)).toSorted((a, b) => b.mark - a.mark)
  const best = inOrder[0]?.subject ?? 'every subject'
  const weakest = inOrder.at(-1)?.subject ?? 'every subject'
  const missed = marks.filter(({ grade }) => isUnmarked(grade)).map(({ subject }) => subject)
  const tone = hasDipped ? dips : mark >= 65 ? praise : mark >= 48 ? encouragement : concern
  return {
    teacher_comment: `${pick(tone)} ${first} did best in ${best}.`,
    liaison_comment: [
      pick(visits),
      pick([`${first} likes ${best} most.`, `${first} finds ${weakest} hard.`]),
      ...(missed.length > 0 ? [`Was not marked in ${missed.join(' and ')}.`] : []),
    ].join(' '),
    action_plan: pick([
      `Two remedial lessons in ${weakest} a week.`,
      `A revision book for ${weakest}, and a study partner.`,
      `Past papers in ${weakest} over the holidays; we look at them together.`,
      `Aim for ${Math.min(95, Math.ceil(mark / 5) * 5 + 5)} next term, with ${weakest} first.`,
    ]),
    psychosocial: pick(moods),
  }
}
