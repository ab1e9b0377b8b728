import type { ProcessingActivity } from '#contract/privacy/processing.ts'
import type { TableAboutStudents } from '../../database/tableRules.ts'

/** The activity of the register of processing to which the rows about students of each table belong. */
export const tableActivities: Record<TableAboutStudents, ProcessingActivity> = {
  files: 'register',
  media: 'pictures',
  media_students: 'pictures',
  reports: 'records',
  receipts: 'records',
  documents: 'records',
  consents: 'answers',
  consent_states: 'answers',
  requests: 'answers',
  restrictions: 'answers',
  anonymisations: 'answers',
  deletion_letters: 'answers',
  own_plans: 'funding',
  student_classes: 'funding',
  commitments: 'funding',
  received: 'funding',
  payment_lines: 'payments',
  notice_items: 'letters',
  breach_students: 'breaches',
  wrong_recipients: 'breaches',
  views: 'looked',
  departures: 'looked',
  history: 'work',
  import_rows: 'work',
  drafts: 'work',
  creations: 'work',
}
