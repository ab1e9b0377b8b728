import { canEditFinance, canEditReports } from '#contract/permissions.ts'

/** What may be missing of a student in a term, with the panel where it is mended. */
export const gapKinds = {
  report: {
    menu: 'academics',
    noun: 'report',
    label: 'Report',
    heading: 'Academic report',
    id: 'report_id',
    mayEdit: canEditReports,
  },
  receipt: {
    menu: 'finance',
    noun: 'receipt',
    label: 'Receipt',
    heading: 'Finance receipt',
    id: 'receipt_id',
    mayEdit: canEditFinance,
  },
} as const

export type GapKind = keyof typeof gapKinds
export const everyGapKind: GapKind[] = ['report', 'receipt']
