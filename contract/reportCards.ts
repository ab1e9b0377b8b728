import { z } from 'zod'
import { id, optionalId, text } from './fields.ts'

export const grades = ['A', 'A-', 'B+', 'B', 'B-', 'C+', 'C', 'C-', 'D+', 'D', 'D-', 'E', 'X', 'Y'] as const
export type Grade = (typeof grades)[number]
/** Not sat, or not counted: these force the mark to 0 and stay out of every mean. */
export const unmarkedGrades: readonly string[] = ['X', 'Y']
export const isUnmarked = (grade: string) => unmarkedGrades.includes(grade)

export const MARK_MAX = 100
export const COMMENT_MAX = 2_000
export const MARKS_MAX = 30

/** Of a report and of a receipt alike. */
export const UNVERIFIED = 0
export const VERIFIED = 1
export const SENT = 2

const cannotBeEmpty = (what: string) => `${what} cannot be empty`

/** What reports and receipts both say. */
export const recordMessages = {
  yearRequired: cannotBeEmpty('Year'),
  termRequired: cannotBeEmpty('Term'),
  classRequired: cannotBeEmpty('Class'),
  studentRequired: cannotBeEmpty('Student'),
  yearUnknown: 'Year is not known',
  termUnknown: 'Term is not known',
  classUnknown: 'Class is not known',
  studentUnknown: 'Student is not known',
  notUnverified: 'Only what is Unverified can be Verified',
  ownEntry: 'You Cannot Verify What You Entered Last',
  remarkRequired: cannotBeEmpty('Remark'),
  verified: 'Verified.',
  returned: 'Returned to the author.',
  changedMeanwhile: (name: string) => `${name} changed this while you were typing.`,
} as const

export const reportMessages = {
  saved: 'Report saved.',
  gradeRequired: cannotBeEmpty('Mean Grade'),
  scoreRequired: cannotBeEmpty('Mean Score'),
  marksRequired: 'Marks are Required',
  subjectRequired: cannotBeEmpty('Subject Name'),
  subjectUnknown: 'Subject is not known',
  subjectTwice: 'Subject is there already',
  markRequired: cannotBeEmpty('Mark'),
  markGradeRequired: cannotBeEmpty('Grade'),
  fileRequired: 'Please Select Student Report Card for upload',
  termTaken: 'There is a report for this term already',
} as const

/** Whose record it is, and when: the beginning of both forms. */
export const recordFields = {
  student_id: id(recordMessages.studentRequired),
  year_id: id(recordMessages.yearRequired),
  term_id: id(recordMessages.termRequired),
  class_id: id(recordMessages.classRequired),
}

/** A mark or a mean from 0 to 100, whole or with one decimal, as typed or as a number. */
function score(label: string, required: string) {
  const wrong = `${label} must be a number from 0 to ${MARK_MAX}, with one decimal at most`
  return z
    .union([z.number(), z.string()], { error: required })
    .refine((value) => String(value).trim() !== '', { error: required, abort: true })
    .refine((value) => /^\d{1,3}(\.\d)?$/.test(String(value).trim()), { error: wrong, abort: true })
    .transform(Number)
    .refine((value) => value <= MARK_MAX, wrong)
}

const gradeField = (required: string) =>
  z
    .string({ error: required })
    .trim()
    .min(1, { error: required, abort: true })
    .refine((value) => (grades as readonly string[]).includes(value), 'Grade is not valid')
    .transform((value) => value as Grade)

/** With X and Y there is no mark, whatever was typed. */
const withoutMark = (row: unknown) =>
  typeof row === 'object' && row !== null && 'grade' in row && isUnmarked(String(row.grade).trim())
    ? { ...row, mark: 0 }
    : row

const markRow = z.preprocess(
  withoutMark,
  z.object({
    id: optionalId,
    subject_id: id(reportMessages.subjectRequired),
    grade: gradeField(reportMessages.markGradeRequired),
    mark: score('Mark', reportMessages.markRequired),
  }),
)

/** The report card as it is typed. The PDF comes beside it. */
export const reportForm = z.preprocess(
  withoutMark,
  z
    .object({
      ...recordFields,
      grade: gradeField(reportMessages.gradeRequired),
      mark: score('Mean Score', reportMessages.scoreRequired),
      teacher_comment: text('Teacher Comment', cannotBeEmpty('Teacher Comment'), COMMENT_MAX),
      liaison_comment: text('Liaison Comment', cannotBeEmpty('Liaison Comment'), COMMENT_MAX),
      action_plan: text('Action Plan', cannotBeEmpty('Action Plan'), COMMENT_MAX),
      psychosocial: text('Psychosocial', cannotBeEmpty('Psychosocial'), COMMENT_MAX),
      marks: z
        .array(markRow, { error: reportMessages.marksRequired })
        .min(1, reportMessages.marksRequired)
        .max(MARKS_MAX, `Marks may not be more than ${MARKS_MAX}`),
    })
    .check(({ value: { marks }, issues }) => {
      const seen = new Set<number>()
      for (const [index, { subject_id }] of marks.entries()) {
        if (seen.has(subject_id))
          issues.push({
            code: 'custom',
            path: ['marks', index, 'subject_id'],
            message: reportMessages.subjectTwice,
            input: subject_id,
          })
        seen.add(subject_id)
      }
    }),
)
export type ReportForm = z.output<typeof reportForm>

export const returnForm = z.object({ remark: text('Remark', recordMessages.remarkRequired, 500) })

export const markSchema = z.object({
  id: z.number().int(),
  subject_id: z.number().int(),
  subject_name: z.string(),
  mark: z.number(),
  grade: z.string(),
})
export type Mark = z.output<typeof markSchema>

/** What a report and a receipt have in common wherever they are shown. */
export const recordSchema = z.object({
  id: z.number().int(),
  student_id: z.number().int(),
  year_id: z.number().int(),
  term_id: z.number().int(),
  class_id: z.number().int(),
  year: z.string(),
  term: z.string(),
  class: z.string(),
  school: z.string(),
  status: z.number().int(),
  liaison_comment: z.string(),
  /** Why it was returned to its author, until it is saved again. */
  remark: z.string().nullable(),
  entered_by: z.string(),
  updated_at: z.string(),
  version: z.number().int(),
})

export const reportSchema = recordSchema.extend({
  grade: z.string(),
  mark: z.number(),
  teacher_comment: z.string(),
  /** Both are left out for whoever may not see them. */
  action_plan: z.string().optional(),
  psychosocial: z.string().optional(),
  marks: z.array(markSchema),
  pathReport: z.string().nullable(),
})
export type Report = z.output<typeof reportSchema>

/** In lists a report comes without its marks. */
export const reportRowSchema = reportSchema.omit({ marks: true })
export type ReportRow = z.output<typeof reportRowSchema>

/** A report or a receipt that waits to be verified. One that was returned waits for its author instead. */
export const waitingSchema = z.object({
  id: z.number().int(),
  student_id: z.number().int(),
  student: z.string(),
  ref: z.string(),
  student_status: z.number().int(),
  year: z.string(),
  term: z.string(),
  entered_by: z.string(),
  updated_at: z.string(),
  /** Entered last by whoever asks. */
  is_own: z.boolean(),
})
export type Waiting = z.output<typeof waitingSchema>

/** One that was returned to whoever asks, why, and the picture of its student. */
export const returnedSchema = waitingSchema.extend({ remark: z.string(), path: z.string().nullable() })
export type Returned = z.output<typeof returnedSchema>

/** So many are told of at a time, the first in their order; `total` says how many there are. */
export const WAITING_MAX = 200
export const waitingMeta = z.object({ total: z.number().int() })

/** A mean score, unless its grade says that there is none. */
export const countedMean = ({ grade, mark }: { grade: string; mark: number }) =>
  isUnmarked(grade) ? null : mark

/** The mean of what was marked, with the one decimal that a mean score takes: offered to whoever types a report, never imposed. */
export function meanOf(marks: { mark: number; grade: string }[]): number | undefined {
  const counted = marks.filter(({ grade }) => !isUnmarked(grade))
  if (counted.length === 0) return undefined
  // In tenths, so that no sum is off by the way computers keep decimals.
  const tenths = counted.reduce((sum, { mark }) => sum + Math.round(mark * 10), 0)
  return Math.round(tenths / counted.length) / 10
}

/** The columns of an annual report. */
export const annualTerms = z.array(z.object({ id: z.number().int(), term_name: z.string() }))

export const annualAcademicSchema = z.object({
  data: z.array(
    z.object({
      student_id: z.number().int(),
      student: z.string(),
      class: z.string(),
      schools: z.array(z.object({ school: z.string(), marks: z.array(z.number().nullable()) })),
    }),
  ),
  terms: annualTerms,
})
export type AnnualAcademic = z.output<typeof annualAcademicSchema>
