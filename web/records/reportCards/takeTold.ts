import type { Report } from '#contract/reportCards.ts'
import type { reportLabels } from '../form/recordLabels.ts'
import { takeRows } from '../form/takeRows.ts'
import { isEmptyMark } from './reportForm.ts'
import { type ReportValues, valuesOf } from './reportValues.ts'

/** A choice is told by its name in a history, and by its id in a form. What is left out is no field of the form. */
const fields: Record<keyof typeof reportLabels, keyof ReportValues | undefined> = {
  year: 'year_id',
  term: 'term_id',
  class: 'class_id',
  grade: 'grade',
  mark: 'mark',
  teacher_comment: 'teacher_comment',
  liaison_comment: 'liaison_comment',
  action_plan: 'action_plan',
  psychosocial: 'psychosocial',
  file: undefined,
  status: undefined,
  remark: undefined,
}

/** The field of the form that an entry of the history is about: what is no field there is a subject. */
const fieldTold = (told: string): keyof ReportValues | undefined =>
  Object.hasOwn(fields, told) ? fields[told as keyof typeof fields] : 'marks'

/** What the history tells of, as the report has it now; the marks of other subjects stay as they are typed. */
export function takeTold(report: Report, told: string[], typed: ReportValues): Partial<ReportValues> {
  const theirs = valuesOf(report)
  const names = new Map(
    report.marks.map(({ subject_id, subject_name }) => [String(subject_id), subject_name]),
  )
  const marks = takeRows(
    typed.marks.filter((row) => !isEmptyMark(row)),
    theirs.marks,
    {
      keyOf: ({ subject_id }) => subject_id,
      isTold: ({ subject_id }) => told.includes(names.get(subject_id) ?? ''),
    },
  )
  const now = { ...theirs, marks }
  return Object.fromEntries(told.flatMap((each) => fieldTold(each) ?? []).map((field) => [field, now[field]]))
}
