import type { Gap, GapState } from '#contract/records.ts'
import { fold } from '#contract/fold.ts'
import type { Download } from '../../ui/export/Download.ts'
import { gapLooks } from './GapBadge.tsx'

const wordOf = (state: GapState | null) => state && gapLooks[state].word

/** What is missing in a term, named like `2026 Term 1`, as a file. */
export const gapDownload = (term: string): Download<Gap> => ({
  name: `missing-${fold(term).replace(/[^\p{L}\p{N}]+/gu, '-')}`,
  headers: ['Student', 'Ref', 'School', 'Liaison Officer', 'Academic report', 'Finance receipt'],
  lines: ({ name, ref, school, liaison, report, receipt }) => [
    [name, ref, school, liaison, wordOf(report), wordOf(receipt)],
  ],
})
