import type { Generated } from 'kysely'
import type { CurriculumName } from '#contract/records/curricula.ts'

/** The columns that report cards and receipts have in common. */
type RecordColumns = {
  id: Generated<number>
  student_id: number
  year_id: number
  term_id: number
  /** The class and school at that time. */
  class_id: number
  school_id: number
  /** The PDF; null for a record that was imported without one. */
  file_id: number | null
  liaison_comment: string
  status: number
  /** Why it was returned to its author; null once it is saved again. */
  remark: string | null
  version: number
  created_at: string
  /** The authors are null once the record is anonymised. */
  created_by: number | null
  updated_at: string
  /** The user who saved it last; verifying does not change it. */
  entered_by: number | null
  verified_by: number | null
}

export type RecordTables = {
  reports: RecordColumns & {
    /** The curriculum of the class when the report card was entered. */
    curriculum: Generated<CurriculumName>
    /** The mean grade, and the mean score in whole tenths; null where the curriculum has no mean. */
    grade: string | null
    mark: number | null
    overall_level: string | null
    teacher_comment: string
    action_plan: string
    psychosocial: string
  }

  marks: {
    id: Generated<number>
    report_id: number
    /** Its row in the report. */
    place: number
    subject_id: number
    grade: string
    /** In whole tenths; null if the report card has none. */
    mark: number | null
  }

  receipts: RecordColumns & {
    /** The sum of the items in whole cents. */
    total: number
    /** Set only by imports. */
    receipt_no: string | null
  }

  items: {
    id: Generated<number>
    receipt_id: number
    /** Its row in the receipt. */
    place: number
    category: string
    item: string
    /** In whole cents. */
    cost: number
  }

  /** The fee structure and the account statement of a year; older ones are in the history. */
  documents: {
    id: Generated<number>
    student_id: number
    year_id: number
    type: number
    file_id: number
    updated_at: string
    updated_by: number
  }
}
