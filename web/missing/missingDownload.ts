import { fold } from '#contract/base/lists.ts'
import type { Missing, NamedTime, Step } from '#contract/records/steps.ts'
import type { RecordKind } from '../records/recordKinds.ts'
import type { Download } from '../ui/export/Download.ts'
import { consentWords, paidNoReceipt, stepWords } from './steps.ts'

/** The download of what is open, such as `missing-2026-term-1`; without a term `missing`. */
export const missingDownload = (time: NamedTime | undefined, today: string): Download<Missing> => ({
  name: fold(`missing ${time?.year_name ?? ''} ${time?.term_name ?? ''}`.trim()).replace(
    /[^\p{L}\p{N}]+/gu,
    '-',
  ),
  headers: [
    'Student',
    'Ref',
    'School',
    'Liaison Officer',
    'Academic report',
    'Finance receipt',
    'Picture',
    'Certificate',
    'Facts to complete',
    'Consent',
    'Next step',
  ],
  lines: (row) => {
    const missing = (step: Step) => (row.open.includes(step) ? 'Missing' : null)
    const { name, ref, school, liaison, step, waits_for } = row
    return [
      [
        name,
        ref,
        school,
        liaison,
        stateOf(row, 'report') ?? missing('add_report'),
        stateOf(row, 'receipt') ??
          (row.open.includes('payment') ? paidNoReceipt.word : missing('add_receipt')),
        missing('picture'),
        missing('certificate'),
        row.unknown_facts || null,
        row.open.includes('consent') ? consentWords(row.consent_until, today) : null,
        step ? stepWords[step] : `Waits for ${waits_for}`,
      ],
    ]
  },
})

function stateOf({ records }: Missing, kind: RecordKind): string | undefined {
  const own = records.filter(({ of }) => of === kind)
  if (own.some(({ state }) => state === 'returned')) return 'Returned'
  return own.length > 0 ? 'Unverified' : undefined
}
