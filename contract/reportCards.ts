import { z } from 'zod'
import { idParams } from './auth.ts'
import { type Calls, cannotBeEmpty, reply } from './call.ts'
import { id, knownVersion, optionalId, savingQuery, text } from './fields.ts'
import { pdfFile } from './files.ts'
import { annualTerms, COMMENT_MAX, recordCalls, recordFields, recordSchema, returnForm } from './records.ts'

export const grades = ['A', 'A-', 'B+', 'B', 'B-', 'C+', 'C', 'C-', 'D+', 'D', 'D-', 'E', 'X', 'Y'] as const
export type Grade = (typeof grades)[number]
/** Not sat, or not counted: these force the mark to 0 and stay out of every mean. */
export const unmarkedGrades: readonly string[] = ['X', 'Y']
export const isUnmarked = (grade: string) => unmarkedGrades.includes(grade)

export const MARK_MAX = 100
export const MARKS_MAX = 30

export const reportCardMessages = {
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

/** Sets the mark to 0 for the grades X and Y, whatever was typed. */
const withoutMark = (row: unknown) =>
  typeof row === 'object' && row !== null && 'grade' in row && isUnmarked(String(row.grade).trim())
    ? { ...row, mark: 0 }
    : row

const markRow = z.preprocess(
  withoutMark,
  z.object({
    id: optionalId,
    subject_id: id(reportCardMessages.subjectRequired),
    grade: gradeField(reportCardMessages.markGradeRequired),
    mark: score('Mark', reportCardMessages.markRequired),
  }),
)

/** The report card as it is typed. The PDF comes beside it. */
export const reportCardForm = z.preprocess(
  withoutMark,
  z
    .object({
      ...recordFields,
      grade: gradeField(reportCardMessages.gradeRequired),
      mark: score('Mean Score', reportCardMessages.scoreRequired),
      teacher_comment: text('Teacher Comment', cannotBeEmpty('Teacher Comment'), COMMENT_MAX),
      liaison_comment: text('Liaison Comment', cannotBeEmpty('Liaison Comment'), COMMENT_MAX),
      action_plan: text('Action Plan', cannotBeEmpty('Action Plan'), COMMENT_MAX),
      psychosocial: text('Psychosocial', cannotBeEmpty('Psychosocial'), COMMENT_MAX),
      marks: z
        .array(markRow, { error: reportCardMessages.marksRequired })
        .min(1, reportCardMessages.marksRequired)
        .max(MARKS_MAX, `Marks may not be more than ${MARKS_MAX}`),
    })
    .check(({ value: { marks }, issues }) => {
      const seen = new Set<number>()
      for (const [index, { subject_id }] of marks.entries()) {
        if (seen.has(subject_id))
          issues.push({
            code: 'custom',
            path: ['marks', index, 'subject_id'],
            message: reportCardMessages.subjectTwice,
            input: subject_id,
          })
        seen.add(subject_id)
      }
    }),
)
export type ReportCardForm = z.output<typeof reportCardForm>

export const markSchema = z.object({
  id: z.number().int(),
  subject_id: z.number().int(),
  subject_name: z.string(),
  mark: z.number(),
  grade: z.string(),
})
export type Mark = z.output<typeof markSchema>

export const reportCardSchema = recordSchema.extend({
  grade: z.string(),
  mark: z.number(),
  teacher_comment: z.string(),
  /** Both are left out for users who may not see them. */
  action_plan: z.string().optional(),
  psychosocial: z.string().optional(),
  marks: z.array(markSchema),
  pathReport: z.string().nullable(),
})
export type ReportCard = z.output<typeof reportCardSchema>

/** In lists a report card comes without its marks. */
export const reportCardRowSchema = reportCardSchema.omit({ marks: true })
export type ReportCardRow = z.output<typeof reportCardRowSchema>

/** Marks are kept as whole tenths, so that sums are exact; on the wire they have one decimal. */
export const toTenths = (mark: number) => Math.round(mark * 10)
export const fromTenths = (tenths: number) => tenths / 10

/** A mean score, unless its grade says that there is none. */
export const countedMean = ({ grade, mark }: { grade: string; mark: number }) =>
  isUnmarked(grade) ? null : mark

/** The mean of the counted marks, with one decimal. The form offers it as the mean score, and accepts any other. */
export function meanOf(marks: { mark: number; grade: string }[]): number | undefined {
  const counted = marks.filter(({ grade }) => !isUnmarked(grade))
  if (counted.length === 0) return undefined
  const tenths = counted.reduce((sum, { mark }) => sum + toTenths(mark), 0)
  return fromTenths(Math.round(tenths / counted.length))
}

const annualAcademicSchema = z.object({
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

const reportCardSaved = reply({ message: z.string(), data: reportCardSchema })

export const reportCardCalls = {
  'GET /api/reports?query=:student': {
    summary: 'The report cards of a student',
    ...recordCalls.ofStudent,
    answer: reply({ data: z.array(reportCardRowSchema) }),
  },
  'GET /api/reports?query=profile': {
    summary: 'The report cards of a student’s year',
    ...recordCalls.ofStudentsYear,
    answer: reply({ data: z.array(reportCardSchema) }),
  },
  'GET /api/reports?query=academic-rep': {
    summary: 'The mean scores of all students in a year',
    ...recordCalls.ofYear,
    answer: reply(annualAcademicSchema.shape),
  },
  'GET /api/reports?query=waiting': recordCalls.waiting,
  'GET /api/reports?query=returned': recordCalls.returned,
  'GET /api/reports/:id?query=edit': {
    summary: 'A report card, to edit it',
    params: idParams,
    ...recordCalls.verify,
    answer: reply({ data: reportCardSchema }),
    isDefault: true,
  },
  'GET /api/reports/:id?query=verify': {
    summary: 'Verify a report card',
    params: idParams,
    ...recordCalls.verify,
    answer: reportCardSaved,
  },
  'POST /api/reports?query=': {
    summary: 'Add a report card',
    query: savingQuery,
    body: reportCardForm,
    uploads: { report: pdfFile },
    answer: reportCardSaved,
  },
  'PUT /api/reports/:id?query=': {
    summary: 'Edit a report card',
    params: idParams,
    query: savingQuery,
    body: reportCardForm.and(knownVersion),
    uploads: { report: pdfFile },
    answer: reportCardSaved,
  },
  'POST /api/reports/:id/return': {
    summary: 'Return a report card to its author',
    params: idParams,
    body: returnForm.extend(knownVersion.shape),
    answer: reportCardSaved,
  },
} as const satisfies Calls
