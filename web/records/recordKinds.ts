import { canEditReceipts, canEditReportCards } from '#contract/permissions.ts'
import type { Receipt, ReceiptForm } from '#contract/receipts.ts'
import type { ReportCard, ReportCardForm, ReportCardRow } from '#contract/reportCards.ts'

/** The fields of a form by their names in the history: `year`, not `year_id`. Rows have their own names. */
type Told<Form> = Exclude<
  keyof { [Field in keyof Form & string as Field extends `${infer Name}_id` ? Name : Field]: never },
  'student' | 'marks' | 'items'
>
/** The labels of a record's fields in forms and histories. */
type Labels<Form> = Record<Told<Form> | 'file' | 'status' | 'remark', string>

const sharedLabels = { year: 'Year', term: 'Term', class: 'Class', status: 'Status', remark: 'Remark' }

const reportCardLabels: Labels<ReportCardForm> = {
  ...sharedLabels,
  grade: 'Mean Grade',
  mark: 'Mean Score',
  overall_level: 'Overall Level',
  teacher_comment: 'Teacher Comment',
  liaison_comment: 'Liaison Comment',
  action_plan: 'Action Plan',
  psychosocial: 'Psychosocial',
  file: 'Report card, PDF',
}

const receiptLabels: Labels<ReceiptForm> = {
  ...sharedLabels,
  liaison_comment: 'Liaison Comment',
  file: 'Receipt, PDF',
}

/** Report cards and receipts, each with its calls, query keys, words and rules. */
export const recordKinds = {
  // A report card: drafts, histories and addresses call it `report`.
  report: {
    path: '/api/reports',
    key: 'reports',
    /** The panel that lists them, and the profile type that shows them. */
    menu: 'academics',
    panel: 'Academics',
    noun: 'report',
    /** Its name beside other things that may be missing. */
    name: 'report card',
    label: 'Report',
    title: 'Academic Report',
    pdf: 'Report card',
    labels: reportCardLabels,
    /** The field with the record's id in a row of the missing list. */
    id: 'report_id',
    mayEdit: canEditReportCards,
  },
  receipt: {
    path: '/api/finance',
    key: 'receipts',
    menu: 'finance',
    panel: 'Finance',
    noun: 'receipt',
    name: 'receipt',
    label: 'Receipt',
    title: 'Finance Report',
    pdf: 'Receipt',
    labels: receiptLabels,
    id: 'receipt_id',
    mayEdit: canEditReceipts,
  },
} as const

/** The comments of a report card, in their order. */
export const reportCardComments = [
  'teacher_comment',
  'liaison_comment',
  'action_plan',
  'psychosocial',
] as const

export type RecordKind = keyof typeof recordKinds
export const everyRecordKind: RecordKind[] = ['report', 'receipt']

/** A record of each kind as the server answers it. */
export type Records = { report: ReportCard; receipt: Receipt }
/** A record as a form sends it. An edited record keeps its PDF if no other is chosen. */
export type SentRecords = {
  report: ReportCardForm & { report: File | null }
  receipt: ReceiptForm & { receipt: File | null }
}
export type AnyRecord = Records[RecordKind]
/** The same in lists, where report cards have no marks. */
export type RecordRows = { report: ReportCardRow; receipt: Receipt }
export type AnyRecordRow = RecordRows[RecordKind]

export const isReportCard = (record: AnyRecord): record is ReportCard => 'marks' in record
export const pdfOf = (record: AnyRecord) => (isReportCard(record) ? record.pathReport : record.pathFinance)
