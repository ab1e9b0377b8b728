import { canEditReceipts, canEditReportCards } from '#contract/permissions.ts'
import { namesOf } from '#contract/base/fields.ts'
import { type Receipt, type ReceiptForm, receiptLabels } from '#contract/records/receipts.ts'
import {
  commentFields,
  type ReportCard,
  type ReportCardForm,
  reportCardLabels,
  type ReportCardRow,
} from '#contract/records/reportCards.ts'

/** Report cards and receipts, each with its calls, query keys, words and rules. */
export const recordKinds = {
  // A report card: drafts, histories and addresses call it `report`.
  report: {
    path: '/api/reports',
    key: 'reports',
    annual: 'GET /api/reports?query=academic-rep',
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
    mayEdit: canEditReportCards,
  },
  receipt: {
    path: '/api/finance',
    key: 'receipts',
    annual: 'GET /api/finance?query=finance-rep',
    menu: 'finance',
    panel: 'Finance',
    noun: 'receipt',
    name: 'receipt',
    label: 'Receipt',
    title: 'Finance Report',
    pdf: 'Receipt',
    labels: receiptLabels,
    mayEdit: canEditReceipts,
  },
} as const

/** Shown in place of the PDF of a record of the past. */
export const NO_PAPER = 'Imported, no paper'

/** The comments of a report card, in their order. */
export const reportCardComments = namesOf(commentFields)

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
