import { shownMark } from '../ui/amounts.ts'
import { recordKinds } from '../records/recordKinds.ts'
import type { AnnualKind } from './AnnualKind.ts'
import { meanOfScores } from './annualSums.ts'

export const annualAcademic: AnnualKind = {
  title: 'Annual Academic Report',
  subtitle: 'Mean scores out of 100',
  subtitleWithWords: 'Mean scores out of 100, or levels',
  fileName: 'annual-academic-report',
  call: recordKinds.report.annual,
  show: shownMark,
  format: 'mark',
  sumWord: 'Mean',
  sum: meanOfScores,
  sumOf: ({ count, sum }) => Math.round(sum / count) / 10,
  emptyHint: 'Students appear here once they have a report card of this year.',
}
