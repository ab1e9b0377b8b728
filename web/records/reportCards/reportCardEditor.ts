import { z } from 'zod'
import { DEFAULT_CURRICULUM, gradesOf, isUnmarked } from '#contract/curricula.ts'
import { MARK_MAX, meanOf, reportCardFormOf, reportCardMessages } from '#contract/reportCards.ts'
import { knownVersion } from '#contract/fields.ts'
import { call } from '../../ui/call.ts'
import { markText } from '../amounts.ts'
import {
  adoptServerRows,
  emptyRecord,
  type RecordEditor,
  recordValuesOf,
  type RecordValues,
  withoutEmptyEnd,
} from '../form/recordEditor.ts'

export type ReportCardValues = RecordValues<'report'>
/** A row as it is typed; without an id it is a new one. */
export type MarkValues = ReportCardValues['marks'][number]

export const emptyMark: MarkValues = { id: '', subject_id: '', grade: '', mark: '' }

const typedMark = (mark: number | null) => (mark === null ? '' : markText(mark))

const isEmptyMark = ({ subject_id, grade, mark }: MarkValues) => !subject_id && !grade && !mark.trim()

const reportCard = reportCardFormOf(DEFAULT_CURRICULUM)

const sent = <Output>(form: z.ZodType<Output>) =>
  z.preprocess((values) => {
    const typed = values as ReportCardValues
    return { ...typed, marks: withoutEmptyEnd(typed.marks, isEmptyMark) }
  }, form)

/** A report card as it is typed, checked and saved. */
export const reportCardEditor: RecordEditor<'report'> = {
  kind: 'report',
  added: sent(reportCard.and(z.object({ report: z.file(reportCardMessages.fileRequired) }))),
  edited: sent(reportCard.and(knownVersion).and(z.object({ report: z.file().nullable() }))),
  empty: (student_id, time) => ({
    ...emptyRecord(student_id, time),
    grade: '',
    mark: '',
    overall_level: '',
    teacher_comment: '',
    liaison_comment: '',
    action_plan: '',
    psychosocial: '',
    marks: [emptyMark],
    report: null,
  }),
  valuesOf: (report) => ({
    ...recordValuesOf(report),
    grade: report.grade ?? '',
    mark: typedMark(report.mark),
    overall_level: report.overall_level ?? '',
    teacher_comment: report.teacher_comment,
    liaison_comment: report.liaison_comment,
    action_plan: report.action_plan ?? '',
    psychosocial: report.psychosocial ?? '',
    marks: report.marks.map(({ id, subject_id, grade, mark }) => ({
      id: String(id),
      subject_id: String(subject_id),
      grade,
      mark: typedMark(mark),
    })),
    report: null,
  }),
  isOneATerm: true,
  propose: ({ class_id, marks }) => ({
    class_id: String(class_id),
    marks: marks.map(({ subject_id }) => ({ ...emptyMark, subject_id: String(subject_id) })),
  }),
  save: ({ report, ...body }, options, id) => {
    const given = { body, files: { report: report ?? undefined }, ...options }
    return id === undefined
      ? call('POST /api/reports?query=', given)
      : call('PUT /api/reports/:id?query=', { params: { id }, ...given })
  },
  adoptRows: (report, told, { marks }) => {
    const names = new Map(
      report.marks.map(({ subject_id, subject_name }) => [String(subject_id), subject_name]),
    )
    return {
      marks: adoptServerRows(
        marks.filter((row) => !isEmptyMark(row)),
        reportCardEditor.valuesOf(report).marks,
        {
          keyOf: ({ subject_id }) => subject_id,
          isTold: ({ subject_id }) => told.includes(names.get(subject_id) ?? ''),
        },
      ),
    }
  },
}

/** The mean of the marks typed so far. Undefined if it is the mean score already, or if the mean grade is X or Y. */
export function meanOffered({
  marks,
  mark,
  grade: own,
}: Pick<ReportCardValues, 'marks' | 'mark' | 'grade'>): number | undefined {
  if (isUnmarked(own)) return undefined
  const read = marks
    .map((row) => ({ grade: row.grade, mark: scoreOf(row.mark) }))
    .filter((row): row is { grade: string; mark: number } => row.mark !== undefined)
  const mean = meanOf(read.filter(({ grade }) => !isUnmarked(grade)))
  return mean === scoreOf(mark) ? undefined : mean
}

function scoreOf(typed: string): number | undefined {
  const score = Number(typed.trim())
  return /^\d{1,3}(\.\d)?$/.test(typed.trim()) && score <= MARK_MAX ? score : undefined
}

/**
 * The grade that a key selects: a letter selects the plain grade, plus and minus the one beside it. The browser's own
 * select box takes the first option that begins with the letter, which is B+ for B.
 */
export function gradeByKey(present: string, key: string): string | undefined {
  const meant = key === '+' || key === '-' ? present.charAt(0) + key : key.toUpperCase()
  return gradesOf(DEFAULT_CURRICULUM).find((grade) => grade === meant)
}
