import { toShillings } from '#contract/records/receipts.ts'
import { money } from '../ui/amounts.ts'
import { recordKinds } from '../records/recordKinds.ts'
import type { AnnualKind } from './AnnualKind.ts'
import { totalOf } from './annualSums.ts'

export const annualFinance: AnnualKind = {
  title: 'Annual Finance Report',
  subtitle: 'Costs in Kenya shillings (KES)',
  fileName: 'annual-finance-report',
  call: recordKinds.receipt.annual,
  show: money,
  format: 'money',
  sumWord: 'Total',
  sum: totalOf,
  sumOf: ({ sum }) => toShillings(sum),
  totalHeader: 'Total Cost',
  emptyHint: 'Students appear here once they have a receipt of this year.',
}
