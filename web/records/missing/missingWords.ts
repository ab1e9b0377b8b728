import { fold } from '#contract/lists.ts'
import { type Missing, type MissingState, missingStates } from '#contract/records.ts'
import type { Download } from '../../ui/export/Download.ts'
import { plural } from '../../ui/plural.ts'
import type { StatusLook } from '../../ui/StatusBadge.tsx'
import { type RecordKind, recordKinds } from '../recordKinds.ts'

/** The states of a record that somebody has to act on, as they are shown. */
export const missingLooks: Record<MissingState, StatusLook> = {
  missing: { word: 'Missing', tone: 'red', shape: 'dashedRing' },
  unverified: { word: 'Unverified', tone: 'amber', shape: 'ring' },
  returned: { word: 'Returned', tone: 'blue', shape: 'triangle' },
}

const countOf = (rows: Missing[], kind: RecordKind, state: Missing[RecordKind]) =>
  rows.filter((row) => row[kind] === state).length

/** `Reports: 20 missing, 3 unverified`; undefined where all reports are verified. */
export function summaryOf(rows: Missing[], kind: RecordKind): string | undefined {
  const counts = missingStates
    .map((state) => ({ state, count: countOf(rows, kind, state) }))
    .filter(({ count }) => count > 0)
  if (counts.length === 0) return undefined
  return `${recordKinds[kind].label}s: ${counts.map(({ state, count }) => `${count} ${state}`).join(', ')}`
}

/**
 * `4 reports missing, 1 returned`: what liaison officers have to do for their own students. An unverified record
 * waits for somebody else, so it is not counted.
 */
export function workOf(rows: Missing[], kind: RecordKind): string | undefined {
  const missing = countOf(rows, kind, 'missing')
  const returned = countOf(rows, kind, 'returned')
  const { noun } = recordKinds[kind]
  if (missing === 0) return returned === 0 ? undefined : `${plural(returned, noun)} returned`
  return `${plural(missing, noun)} missing${returned > 0 ? `, ${returned} returned` : ''}`
}

const wordOf = (state: MissingState | null) => state && missingLooks[state].word

/** The file with what is missing in a term, such as `2026 Term 1`. */
export const missingDownload = (term: string): Download<Missing> => ({
  name: `missing-${fold(term).replace(/[^\p{L}\p{N}]+/gu, '-')}`,
  headers: ['Student', 'Ref', 'School', 'Liaison Officer', 'Academic report', 'Finance receipt'],
  lines: ({ name, ref, school, liaison, report, receipt }) => [
    [name, ref, school, liaison, wordOf(report), wordOf(receipt)],
  ],
})
