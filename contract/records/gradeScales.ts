import { z } from 'zod'
import { type Calls, cannotBeEmpty, reply } from '../base/call.ts'
import { type CurriculumName, curriculumOf, curriculumSchema } from './curricula.ts'
import { score } from './reportCards.ts'

export const gradeScaleSchema = z.object({
  curriculum: curriculumSchema,
  /** The lowest mark of each grade, the best grade first. Empty while no grades are proposed. */
  lowest: z.array(z.number()),
})
export type GradeScale = z.output<typeof gradeScaleSchema>

/** The grades that a scale gives marks to. */
export const scaledGrades = (curriculum: CurriculumName): string[] =>
  curriculumOf(curriculum).levels.map(({ grade }) => grade)

/** More than any curriculum has. */
const GRADES_MAX = 50

const lowestMarkOf = (grade: string) => `Lowest mark of ${grade}`

export const gradeScaleMessages = {
  saved: 'Grade scale saved.',
  removed: 'Grade scale removed.',
  changedMeanwhile: (name: string) =>
    `${name} changed this grade scale while you were typing. Close this form and open it again.`,
  notBelow: (grade: string, better: string) => `${lowestMarkOf(grade)} must be below that of ${better}`,
} as const

/** `seen`: the marks that the form showed. The change is refused if they have changed since. */
const gradeScaleFields = z.object({
  curriculum: curriculumSchema,
  lowest: z.array(z.union([z.number(), z.string()])).max(GRADES_MAX),
  seen: z.array(z.number()).max(GRADES_MAX).optional(),
})
export type GradeScaleChange = GradeScale & Pick<z.output<typeof gradeScaleFields>, 'seen'>

/** A mark for each grade, as typed or as a number; without any, the scale is removed. */
export const gradeScaleForm = gradeScaleFields.transform(
  ({ curriculum, lowest, seen }, context): GradeScaleChange => {
    if (lowest.every((typed) => String(typed).trim() === '')) return { curriculum, lowest: [], seen }
    const grades = scaledGrades(curriculum)
    const refuse = (index: number, message: string) =>
      context.addIssue({ code: 'custom', path: ['lowest', index], message })
    const marks = grades.map((grade, index) => {
      const label = lowestMarkOf(grade)
      const read = score(label, cannotBeEmpty(label)).safeParse(lowest[index] ?? '')
      if (read.error) refuse(index, read.error.issues[0]?.message ?? '')
      return read.data
    })
    marks.forEach((mark, index) => {
      const better = marks[index - 1]
      if (mark !== undefined && better !== undefined && mark >= better)
        refuse(index, gradeScaleMessages.notBelow(grades[index] ?? '', grades[index - 1] ?? ''))
    })
    return { curriculum, lowest: marks.map((mark) => mark ?? 0), seen }
  },
)

/** The grade that a scale gives to a mark; undefined without a scale, or for a mark below all of its grades. */
export function gradeByScale({ curriculum, lowest }: GradeScale, mark: number): string | undefined {
  const index = lowest.findIndex((least) => mark >= least)
  return index < 0 ? undefined : scaledGrades(curriculum)[index]
}

export const gradeScaleCalls = {
  'GET /api/grade-scales': {
    summary: 'The lowest mark of each grade, by which the form of a report card proposes grades',
    answer: reply({ data: z.array(gradeScaleSchema) }),
  },
  'PUT /api/grade-scales': {
    summary: 'Set the grade scale of a curriculum; without marks it is removed',
    body: gradeScaleForm,
    answer: reply({ message: z.string(), data: gradeScaleSchema }),
  },
} as const satisfies Calls
