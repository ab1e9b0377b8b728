import { canEditFinance, canEditReports } from '#contract/permissions.ts'
import { receiptLabels, reportLabels } from './form/recordLabels.ts'

/** Report cards and receipts, each with its calls, query keys, words and rules. */
export const recordKinds = {
  report: {
    path: '/api/reports',
    key: 'reports',
    menu: 'academics',
    noun: 'report',
    label: 'Report',
    heading: 'Academic report',
    verb: 'Verify Reports',
    pdf: 'Report card',
    labels: reportLabels,
    /** The field with the record's id in a row of what is missing. */
    id: 'report_id',
    mayEdit: canEditReports,
  },
  receipt: {
    path: '/api/finance',
    key: 'receipts',
    menu: 'finance',
    noun: 'receipt',
    label: 'Receipt',
    heading: 'Finance receipt',
    verb: 'Verify Receipts',
    pdf: 'Receipt',
    labels: receiptLabels,
    id: 'receipt_id',
    mayEdit: canEditFinance,
  },
} as const

export type RecordKind = keyof typeof recordKinds
export const everyRecordKind: RecordKind[] = ['report', 'receipt']
