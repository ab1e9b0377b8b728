import { SENT, UNVERIFIED, VERIFIED } from '#contract/records.ts'
import { StatusBadge, type StatusLook } from '../ui/StatusBadge.tsx'

const looks: Record<number, StatusLook> = {
  [UNVERIFIED]: { word: 'Unverified', tone: 'amber', shape: 'ring' },
  [VERIFIED]: { word: 'Verified', tone: 'green', shape: 'circledTick' },
  [SENT]: { word: 'Sent', tone: 'blue', shape: 'plane' },
}

/** The status word without the badge, for print. */
export const recordStatusWord = (status: number) => looks[status]?.word

/** The status of a record. */
export function RecordStatusBadge({ status }: { status: number }) {
  const look = looks[status]
  return look && <StatusBadge {...look} />
}
