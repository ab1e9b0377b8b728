import type { reportLabels } from '../shared/records/recordLabels.ts'
import type { ReportValues } from './reportValues.ts'

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
export const fieldTold = (told: string): keyof ReportValues | undefined =>
  Object.hasOwn(fields, told) ? fields[told as keyof typeof fields] : 'marks'
