import { z } from 'zod'
import {
  type CurriculumName,
  curriculumOf,
  DEFAULT_CURRICULUM,
  gradesOf,
  isUnmarked,
} from '#contract/records/curricula.ts'
import {
  commentFields,
  meanOf,
  readScore,
  reportCardFormOf,
  reportCardMessages,
} from '#contract/records/reportCards.ts'
import { gradeByScale, type GradeScale } from '#contract/records/gradeScales.ts'
import { knownVersion } from '#contract/base/fields.ts'
import { call } from '../../ui/call.ts'
import { typedValues } from '../../ui/form/typedValues.ts'
import { markText } from '../../ui/amounts.ts'
import {
  adoptServerRows,
  emptyRecord,
  type RecordEditor,
  recordValuesOf,
  type RecordValues,
  withoutEmptyEnd,
} from '../form/recordEditor.ts'

export type ReportCardValues = RecordValues<'report'>
/** A typed row; without an id it is new. */
export type MarkValues = ReportCardValues['marks'][number]

export const emptyMark: MarkValues = { id: '', subject_id: '', grade: '', mark: '', proposed: '' }

const typedMark = (mark: number | null) => (mark === null ? '' : markText(mark))

const isEmptyMark = ({ subject_id, grade, mark }: MarkValues) => !subject_id && !grade && !mark.trim()

/** The curriculum of a class, by the id that is chosen in the form. */
type CurriculumOfClass = (class_id: string) => CurriculumName

/** Validates by the rules of the chosen class, and by `more`. */
const sent = <More>(curriculumOfClass: CurriculumOfClass, more: z.ZodType<More>) =>
  z.unknown().transform((values, context) => {
    const typed = values as ReportCardValues
    const curriculum = curriculumOfClass(typed.class_id)
    const marks = withoutEmptyEnd(typed.marks, isEmptyMark)
    const checked = reportCardFormOf(curriculum)
      .and(more)
      .safeParse({ ...typed, ...withoutOther(curriculum), marks })
    if (checked.success) return checked.data
    for (const { path, message } of checked.error.issues) context.addIssue({ code: 'custom', path, message })
    return z.NEVER
  })

/** Fields that only other curricula have keep their typed values, but are not sent. */
const withoutOther = (curriculum: CurriculumName) =>
  curriculumOf(curriculum).hasMean ? { overall_level: '' } : { grade: '', mark: '' }

const rulesOf = (curriculumOfClass: CurriculumOfClass) => ({
  added: sent(curriculumOfClass, z.object({ report: z.file(reportCardMessages.fileRequired) })),
  edited: sent(curriculumOfClass, knownVersion.extend({ report: z.file().nullable() })),
})

/** How a report card is typed, checked and saved. */
export const reportCardEditor: RecordEditor<'report'> = {
  kind: 'report',
  ...rulesOf(() => DEFAULT_CURRICULUM),
  empty: (student_id, time) => ({
    ...emptyRecord(student_id, time),
    grade: '',
    mark: '',
    proposed: '',
    overall_level: '',
    ...typedValues(commentFields),
    marks: [emptyMark],
    report: null,
  }),
  valuesOf: (report) => ({
    ...recordValuesOf(report),
    grade: report.grade ?? '',
    mark: typedMark(report.mark),
    proposed: '',
    overall_level: report.overall_level ?? '',
    ...typedValues(commentFields, report),
    marks: report.marks.map(({ id, subject_id, grade, mark }) => ({
      id: String(id),
      subject_id: String(subject_id),
      grade,
      mark: typedMark(mark),
      proposed: '',
    })),
    report: null,
  }),
  isOneATerm: true,
  propose: ({ marks }) => ({
    marks: marks.map(({ subject_id }) => ({ ...emptyMark, subject_id: String(subject_id) })),
  }),
  save: ({ report, ...body }, options, id) => {
    const given = { body, files: { report: report ?? undefined }, ...options }
    return id === undefined
      ? call('POST /api/reports?query=', given)
      : call('PUT /api/reports/:id?query=', { params: { id }, ...given })
  },
  adoptRows: (report, changedNames, { marks }) => {
    const names = new Map(
      report.marks.map(({ subject_id, subject_name }) => [String(subject_id), subject_name]),
    )
    return {
      marks: adoptServerRows(
        marks.filter((row) => !isEmptyMark(row)),
        reportCardEditor.valuesOf(report).marks,
        {
          keyOf: ({ subject_id }) => subject_id,
          isChanged: ({ subject_id }) => changedNames.includes(names.get(subject_id) ?? ''),
        },
      ),
    }
  },
}

/** The same, with the rules of the chosen class. */
export const reportCardEditorBy = (curriculumOfClass: CurriculumOfClass): RecordEditor<'report'> => ({
  ...reportCardEditor,
  ...rulesOf(curriculumOfClass),
})

/**
 * Values that were typed by the rules of another class and are not valid for this one: grades that its rows cannot
 * have, by row, and a mean or an overall level. They are not removed, in case the class is changed back.
 */
export function strayIn(
  { marks, grade, mark, overall_level }: ReportCardValues,
  curriculum: CurriculumName,
): { grades: string[]; whole: string } {
  const known = gradesOf(curriculum)
  const whole = curriculumOf(curriculum).hasMean ? overall_level : [grade, mark].filter(Boolean).join(' ')
  return { grades: marks.flatMap((row) => (row.grade && !known.includes(row.grade) ? row.grade : [])), whole }
}

type Graded = Pick<MarkValues, 'mark' | 'grade' | 'proposed'>

export const isProposed = ({ grade, proposed }: Graded) => grade !== '' && grade === proposed

/** A row or mean with another mark: its grade follows the mark by the scale, unless it was typed. */
export function withMark(row: Graded, mark: string, scale: GradeScale | undefined): Graded {
  if (row.grade !== '' && !isProposed(row)) return { mark, grade: row.grade, proposed: '' }
  const read = readScore(mark)
  const grade = (scale && read !== undefined && gradeByScale(scale, read)) || ''
  return { mark, grade, proposed: grade }
}

/** The mean of the marks typed so far. Undefined if it is already the mean score, or if the mean grade is X or Y. */
export function meanOffered({
  marks,
  mark,
  grade: own,
}: Pick<ReportCardValues, 'marks' | 'mark' | 'grade'>): number | undefined {
  if (isUnmarked(own)) return undefined
  const read = marks
    .map((row) => ({ grade: row.grade, mark: readScore(row.mark) }))
    .filter((row): row is { grade: string; mark: number } => row.mark !== undefined)
  const mean = meanOf(read.filter(({ grade }) => !isUnmarked(grade)))
  return mean === readScore(mark) ? undefined : mean
}

/**
 * The grade that a key selects: the one that begins with it and the keys typed just before it, as `m` and then `e`
 * and `2` lead to ME2, the plain one first. The browser's own select box takes the first option that begins with the
 * letter, which is B+ for B. Any other key, such as plus or 1, selects the grade next to the current one.
 */
export function gradeByKey(
  present: string,
  key: string,
  curriculum: CurriculumName = DEFAULT_CURRICULUM,
  before = '',
): string | undefined {
  if (key.length > 1) return undefined
  const grades = gradesOf(curriculum)
  const keys = (before + key).toUpperCase()
  for (let from = 0; from < keys.length; from++) {
    const typed = keys.slice(from)
    const found = grades.find((grade) => grade === typed) ?? grades.find((grade) => grade.startsWith(typed))
    if (found) return found
  }
  return grades.find((grade) => grade === present + key || grade === present.slice(0, -1) + key)
}
