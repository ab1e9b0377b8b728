import { z } from 'zod'
import { namesOf } from '../base/fields.ts'

/** One result of a curriculum, the best first in its list. */
type Level = {
  grade: string
  points: number
  /** The name of the levels with the same meaning, and that meaning; empty if grades need no explanation. */
  band: string
  meaning: string
}

type Curriculum = {
  /** The word for a grade on report cards, used as column heading. */
  gradeWord: string
  levels: readonly Level[]
  /** Explains the grades to supporters; null if they need no explanation. */
  explanation: string | null
  /** Matches the names of classes of this curriculum. */
  classNames: RegExp
  /** Whether each row needs a mark. */
  needsMarks: boolean
  /** Whether a report has a mean grade and score. A report without them may give an overall level. */
  hasMean: boolean
  /** What its charts show: means are drawn together with marks. */
  axis: 'marks' | 'points'
} & ({ hasMean: true; needsMarks: true; axis: 'marks' } | { hasMean: false })

const plainGrades = ['A', 'A-', 'B+', 'B', 'B-', 'C+', 'C', 'C-', 'D+', 'D', 'D-', 'E']
const expectations = { EE: 'Exceeding', ME: 'Meeting', AE: 'Approaching', BE: 'Below' }

/** Everything that differs between curricula. Another curriculum is one more entry. */
export const curricula = {
  '8-4-4': {
    gradeWord: 'Grade',
    levels: plainGrades.map((grade, index) => ({
      grade,
      points: plainGrades.length - index,
      band: '',
      meaning: '',
    })),
    hasMean: true,
    needsMarks: true,
    axis: 'marks',
    explanation: null,
    classNames: /^(form|standard)\b/i,
  },
  CBE: {
    gradeWord: 'Level',
    levels: Object.entries(expectations).flatMap(([code, band], index) => {
      const meaning = `${band} Expectations`
      return [
        { grade: `${code}1`, points: 8 - 2 * index, band, meaning },
        { grade: `${code}2`, points: 7 - 2 * index, band, meaning },
      ]
    }),
    hasMean: false,
    needsMarks: false,
    axis: 'points',
    explanation:
      'Levels say how a child meets what is expected: Exceeding (EE), Meeting (ME), Approaching (AE) or Below (BE) Expectations; 1 is the upper half of each, 2 the lower.',
    classNames: /^(grade|vocational)\b/i,
  },
} as const satisfies Record<string, Curriculum>

export type CurriculumName = keyof typeof curricula
export const curriculumNames = namesOf(curricula)
export const DEFAULT_CURRICULUM = '8-4-4' satisfies CurriculumName

export const curriculumSchema = z.enum(curriculumNames, 'Curriculum is not valid')

export const curriculaWithoutMean = curriculumNames.filter((name) => !curricula[name].hasMean)

export const curriculumOf = (name: CurriculumName): Curriculum => curricula[name]

/** Whether screens show the points and the meaning of a grade. */
export const countsPoints = (name: CurriculumName) => curriculumOf(name).axis === 'points'

/** Guesses the curriculum from the name of a class; Add Class proposes it. */
export const curriculumInName = (class_name: string): CurriculumName | undefined =>
  curriculumNames.find((name) => curricula[name].classNames.test(class_name.trim()))

/** Absent or cancelled: in every curriculum these set the mark to 0, have no points and count in no mean. */
export const unmarkedGrades: readonly string[] = ['X', 'Y']
export const isUnmarked = (grade: string | null) => grade !== null && unmarkedGrades.includes(grade)
export const UNMARKED_MEANING = 'Absent, or cancelled'

/** The grades that a row may have, the best first, X and Y last. */
export const gradesOf = (curriculum: CurriculumName): readonly string[] => [
  ...curricula[curriculum].levels.map(({ grade }) => grade),
  ...unmarkedGrades,
]

const levelOf = (curriculum: CurriculumName, grade: string): Level | undefined =>
  curricula[curriculum].levels.find((level) => level.grade === grade)

/** The points of a grade; null for X and Y. */
export const pointsOf = (curriculum: CurriculumName, grade: string): number | null =>
  levelOf(curriculum, grade)?.points ?? null

/** What a level means, such as `Meeting Expectations`; empty for a grade that needs no explanation. */
export const meaningOf = (curriculum: CurriculumName, grade: string): string =>
  isUnmarked(grade) ? UNMARKED_MEANING : (levelOf(curriculum, grade)?.meaning ?? '')

export type Result = { curriculum: CurriculumName; grade: string; mark: number | null }

/**
 * Below 0 if the first result is lower: by mark if both have one, else by points. Undefined if one is not counted,
 * or if their curricula differ.
 */
export function compareResults(a: Result, b: Result): number | undefined {
  const [points, others] = [a, b].map(({ curriculum, grade }) => pointsOf(curriculum, grade))
  if (a.curriculum !== b.curriculum || points == null || others == null) return undefined
  return a.mark !== null && b.mark !== null ? a.mark - b.mark : points - others
}

/** The value of a result on its curriculum's axis; null if it is not counted. */
export const chartedAt = ({ curriculum, grade, mark }: Result): number | null =>
  isUnmarked(grade) ? null : curricula[curriculum].axis === 'marks' ? mark : pointsOf(curriculum, grade)

/** The bands of a points axis, the highest first, each with its name and the points it contains. */
export function bandsOf(curriculum: CurriculumName): { name: string; low: number; high: number }[] {
  const named = curriculumOf(curriculum).levels.filter(({ band }) => band !== '')
  return [...Map.groupBy(named, ({ band }) => band)].map(([name, levels]) => {
    const points = levels.map((level) => level.points)
    return { name, low: Math.min(...points), high: Math.max(...points) }
  })
}
