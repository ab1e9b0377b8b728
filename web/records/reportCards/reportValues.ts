import type { Report } from '#contract/reportCards.ts'
import type { NoticeTime } from '#contract/notifications.ts'
import { markText } from '../amounts.ts'

/** A row as it is typed; without an id it is a new one. */
export type MarkValues = { id: string; subject_id: string; grade: string; mark: string }

/** The form as it is typed: choices and numbers as text. */
export type ReportValues = {
  student_id: string
  year_id: string
  term_id: string
  class_id: string
  grade: string
  mark: string
  teacher_comment: string
  liaison_comment: string
  action_plan: string
  psychosocial: string
  marks: MarkValues[]
  report: File | null
}

export const emptyMark: MarkValues = { id: '', subject_id: '', grade: '', mark: '' }

export const emptyReport = (student_id: number, time?: NoticeTime): ReportValues => ({
  student_id: String(student_id),
  year_id: time ? String(time.year_id) : '',
  term_id: time ? String(time.term_id) : '',
  class_id: '',
  grade: '',
  mark: '',
  teacher_comment: '',
  liaison_comment: '',
  action_plan: '',
  psychosocial: '',
  marks: [emptyMark],
  report: null,
})

export const valuesOf = (report: Report): ReportValues => ({
  student_id: String(report.student_id),
  year_id: String(report.year_id),
  term_id: String(report.term_id),
  class_id: String(report.class_id),
  grade: report.grade,
  mark: markText(report.mark),
  teacher_comment: report.teacher_comment,
  liaison_comment: report.liaison_comment,
  action_plan: report.action_plan ?? '',
  psychosocial: report.psychosocial ?? '',
  marks: report.marks.map(({ id, subject_id, grade, mark }) => ({
    id: String(id),
    subject_id: String(subject_id),
    grade,
    mark: markText(mark),
  })),
  report: null,
})
