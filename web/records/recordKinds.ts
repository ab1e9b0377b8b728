import { receiptLabels, reportLabels } from './form/recordLabels.ts'

/** What is verified: report cards and receipts, each under its own calls, keys and words. */
export const recordKinds = {
  report: {
    path: '/api/reports',
    key: 'reports',
    verb: 'Verify Reports',
    pdf: 'Report card',
    labels: reportLabels,
  },
  receipt: {
    path: '/api/finance',
    key: 'receipts',
    verb: 'Verify Receipts',
    pdf: 'Receipt',
    labels: receiptLabels,
  },
} as const
export type RecordKind = keyof typeof recordKinds
