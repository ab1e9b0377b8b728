import { z } from 'zod'
import { type Calls, cannotBeEmpty, reply } from '../base/call.ts'
import { type CurriculumName, curriculumOf, curriculumSchema, gradesOf, isUnmarked } from './curricula.ts'
import { fieldsOf, formShape, id, labelsOf, optionalId, orNone, text } from '../base/fields.ts'
import {
  annualQuery,
  annualSchemaOf,
  COMMENT_MAX,
  recordCallsOf,
  recordFields,
  recordLabels,
  recordSchema,
} from './records.ts'

export const MARK_MAX = 100
export const MARKS_MAX = 30

export const reportCardMessages = {
  saved: 'Report saved.',
  gradeRequired: cannotBeEmpty('Mean Grade'),
  scoreRequired: cannotBeEmpty('Mean Score'),
  marksRequired: 'Marks are Required',
  subjectRequired: cannotBeEmpty('Subject Name'),
  subjectUnknown: 'Subject is not known',
  subjectTwice: 'Subject is already listed',
  markRequired: cannotBeEmpty('Mark'),
  gradeNotValid: 'Grade is not valid',
  levelNotValid: 'Overall Level is not valid',
  noMean: (curriculum: CurriculumName) => `A ${curriculum} report has no mean`,
  fileRequired: 'Please Select Student Report Card for upload',
  curriculumChanged: 'The curriculum of this class was changed while you were typing.',
  termTaken: 'There is a report for this term already',
} as const

/** Reads a mark or a mean as it is typed: `61`, `61.5`, `61.` or `.5`. Undefined if it is not one. */
export function readScore(typed: string): number | undefined {
  if (!/^\s*(\d{1,3}\.?|\d{0,3}\.\d)\s*$/.test(typed) || Number(typed) > MARK_MAX) return undefined
  return Number(typed)
}

/** A mark or a mean from 0 to 100, whole or with one decimal, as typed or as a number. */
export function score(label: string, required: string) {
  const wrong = `${label} must be a number from 0 to ${MARK_MAX}, with one decimal at most`
  return z
    .union([z.number(), z.string()], { error: required })
    .refine((value) => String(value).trim() !== '', { error: required, abort: true })
    .refine((value) => readScore(String(value)) !== undefined, { error: wrong, abort: true })
    .transform(Number)
}

const gradeField = (
  of: readonly string[],
  required: string,
  notValid: string = reportCardMessages.gradeNotValid,
) =>
  z
    .string({ error: required })
    .trim()
    .min(1, { error: required, abort: true })
    .refine((value) => of.includes(value), notValid)

/** Sets the mark to 0 for the grades X and Y and ignores what was typed. */
const withoutMark = (row: unknown) =>
  typeof row === 'object' && row !== null && 'grade' in row && isUnmarked(String(row.grade).trim())
    ? { ...row, mark: 0 }
    : row

type OrNone<Value> = z.ZodType<Value | null>

function markRow(curriculum: CurriculumName) {
  const { gradeWord, needsMarks } = curriculumOf(curriculum)
  const mark = score('Mark', reportCardMessages.markRequired)
  const typed: OrNone<number> = needsMarks ? mark : orNone(mark)
  return z.preprocess(
    withoutMark,
    z.object({
      id: optionalId,
      subject_id: id(reportCardMessages.subjectRequired),
      grade: gradeField(gradesOf(curriculum), cannotBeEmpty(gradeWord)),
      mark: typed,
    }),
  )
}

/** The result of the whole term: a required mean, or an optional overall level. */
function wholeFields(curriculum: CurriculumName) {
  const { hasMean, levels } = curriculumOf(curriculum)
  const { gradeRequired, scoreRequired, noMean, levelNotValid } = reportCardMessages
  const none = orNone(z.never(noMean(curriculum)))
  const grade: OrNone<string> = hasMean ? gradeField(gradesOf(curriculum), gradeRequired) : none
  const mark: OrNone<number> = hasMean ? score('Mean Score', scoreRequired) : none
  const overall_level: OrNone<string> = hasMean
    ? z
        .unknown()
        .optional()
        .transform(() => null)
    : orNone(
        gradeField(
          levels.map((level) => level.grade),
          levelNotValid,
          levelNotValid,
        ),
      )
  return { grade, mark, overall_level }
}

const max = COMMENT_MAX
/** The comments of a report card, in their order. */
export const commentFields = fieldsOf('', {
  teacher_comment: text('Teacher Comment', { max, placeholder: 'What the class teacher wrote' }),
  liaison_comment: text('Liaison Comment', { max, placeholder: 'What you saw and heard' }),
  action_plan: text('Action Plan', { max, placeholder: 'What happens next, and when' }),
  psychosocial: text('Psychosocial', { max, placeholder: 'How the student is' }),
})
const sharedFields = formShape({ ...recordFields, ...commentFields })

/** The labels of everything that the history of a report card shows, except its marks. */
export const reportCardLabels = {
  ...labelsOf(recordFields),
  grade: 'Mean Grade',
  mark: 'Mean Score',
  overall_level: 'Overall Level',
  ...labelsOf(commentFields),
  file: 'Report card, PDF',
  ...recordLabels,
}

export const marksOf = <Row>(row: z.ZodType<Row>) =>
  z
    .array(row, { error: reportCardMessages.marksRequired })
    .min(1, reportCardMessages.marksRequired)
    .max(MARKS_MAX, `Marks may not be more than ${MARKS_MAX}`)

const formFor = (curriculum: CurriculumName) =>
  z.preprocess(
    withoutMark,
    z
      .object({ ...sharedFields, ...wholeFields(curriculum), marks: marksOf(markRow(curriculum)) })
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

const forms = Object.fromEntries(curriculumSchema.options.map((name) => [name, formFor(name)])) as Record<
  CurriculumName,
  ReturnType<typeof formFor>
>

/**
 * The report card as typed, by the rules of its class's curriculum, without the PDF.
 */
export const reportCardFormOf = (curriculum: CurriculumName) => forms[curriculum]
export type ReportCardForm = z.output<ReturnType<typeof reportCardFormOf>>

const typedScore = z.union([z.number(), z.string()]).nullish()

/** The body without the rules of a curriculum. The server validates with `reportCardFormOf` for the class. */
export const reportCardForm = z.object({
  ...sharedFields,
  /** The mean grade and score, where the curriculum has them. */
  grade: z.string().nullish(),
  mark: typedScore,
  /** As printed on the report card, if there is no mean. */
  overall_level: z.string().nullish(),
  marks: marksOf(
    z.object({
      id: optionalId,
      subject_id: id(reportCardMessages.subjectRequired),
      grade: z.string(),
      mark: typedScore,
    }),
  ),
})

export const markSchema = z.object({
  id: z.number().int(),
  subject_id: z.number().int(),
  subject_name: z.string(),
  /** Null if the report card gives no mark, which not every curriculum allows. */
  mark: z.number().nullable(),
  grade: z.string(),
})
export type Mark = z.output<typeof markSchema>

export const reportCardSchema = recordSchema.extend({
  /** The curriculum of the class when the report card was entered. */
  curriculum: curriculumSchema,
  /** The mean grade and score; null in a curriculum without means. */
  grade: z.string().nullable(),
  mark: z.number().nullable(),
  /** If there is no mean: as printed on the report card, or null. */
  overall_level: z.string().nullable(),
  teacher_comment: z.string(),
  /** Both are left out for users who may not see them. */
  action_plan: z.string().optional(),
  psychosocial: z.string().optional(),
  marks: z.array(markSchema),
  pathReport: z.string().nullable(),
})
export type ReportCard = z.output<typeof reportCardSchema>

export const reportCardRowSchema = reportCardSchema.omit({ marks: true })
export type ReportCardRow = z.output<typeof reportCardRowSchema>

/** Marks are stored as whole tenths, so that sums are exact; calls use one decimal. */
export const toTenths = (mark: number) => Math.round(mark * 10)
export const fromTenths = (tenths: number) => tenths / 10
export const markOf = (tenths: number | null) => (tenths === null ? null : fromTenths(tenths))

type Mean = Pick<ReportCard, 'grade' | 'mark'>

/** A mean score; null if the grade or the curriculum has none. */
export const countedMean = ({ grade, mark }: Mean) => (grade === null || isUnmarked(grade) ? null : mark)

/** The mean of the counted marks, with one decimal. The form proposes it as the mean score, and accepts any other. */
export function meanOf(marks: { mark: number | null; grade: string }[]): number | undefined {
  const counted = marks.flatMap(({ mark, grade }) => (mark === null || isUnmarked(grade) ? [] : mark))
  if (counted.length === 0) return undefined
  const tenths = counted.reduce((sum, mark) => sum + toTenths(mark), 0)
  return fromTenths(Math.round(tenths / counted.length))
}

const annualAcademicSchema = annualSchemaOf({
  /** The mean score of each term; null if there is none. */
  marks: z.array(z.number().nullable()),
  /**
   * For each term whose curriculum has no mean: the overall level, or how many subjects reached which levels,
   * `1 EE2, 4 ME1, 2 AE1`; null for other terms. Missing where all terms have means.
   */
  levels: z.array(z.string().nullable()).optional(),
})
export type AnnualAcademic = z.output<typeof annualAcademicSchema>

const calls = recordCallsOf({
  noun: 'report card',
  row: reportCardRowSchema,
  shown: reportCardSchema,
  form: reportCardForm,
  upload: 'report',
})

export const reportCardCalls = {
  'GET /api/reports?query=:student': calls.ofStudent,
  'GET /api/reports?query=profile': calls.ofStudentsYear,
  'GET /api/reports?query=academic-rep': {
    summary: 'The mean scores, or the levels, of all students in a year',
    query: annualQuery,
    answer: reply(annualAcademicSchema.shape),
  },
  'GET /api/reports?query=waiting': calls.waiting,
  'GET /api/reports/:id?query=edit': calls.toEdit,
  'GET /api/reports/:id?query=verify': calls.verify,
  'POST /api/reports?query=': calls.add,
  'PUT /api/reports/:id?query=': calls.edit,
  'POST /api/reports/:id/unverify': calls.unverify,
  'POST /api/reports/:id/return': calls.returnToAuthor,
} as const satisfies Calls
