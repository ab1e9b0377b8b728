import { SENT, type RecordState, UNVERIFIED, VERIFIED } from '#contract/records/records.ts'
import { StatusBadge, type StatusLook } from '../ui/StatusBadge.tsx'

/** The states of a record, and of a term without one. */
export const stateLooks = {
  missing: { word: 'Missing', tone: 'red', shape: 'dashedRing' },
  returned: { word: 'Returned', tone: 'blue', shape: 'triangle' },
  unverified: { word: 'Unverified', tone: 'amber', shape: 'ring' },
  verified: { word: 'Verified', tone: 'green', shape: 'circledTick' },
  sent: { word: 'Sent', tone: 'blue', shape: 'plane' },
} satisfies Record<RecordState | 'missing', StatusLook>

const looks: Record<number, StatusLook> = {
  [UNVERIFIED]: stateLooks.unverified,
  [VERIFIED]: stateLooks.verified,
  [SENT]: stateLooks.sent,
}

/** The status word without the badge, for print. */
export const recordStatusWord = (status: number) => looks[status]?.word

/** The status of a record. */
export function RecordStatusBadge({ status }: { status: number }) {
  const look = looks[status]
  return look && <StatusBadge {...look} />
}
