import { SENT, UNVERIFIED, VERIFIED } from '#contract/records.ts'
import { StatusBadge, type StatusLook } from '../ui/StatusBadge.tsx'

const looks: Record<number, StatusLook> = {
  [UNVERIFIED]: { word: 'Unverified', tone: 'amber', shape: 'ring' },
  [VERIFIED]: { word: 'Verified', tone: 'green', shape: 'tick' },
  [SENT]: { word: 'Sent', tone: 'blue', shape: 'plane' },
}

/** The word alone, such as for paper. */
export const recordStatusWord = (status: number) => looks[status]?.word

/** How far a report or a receipt has come. */
export function RecordStatusBadge({ status }: { status: number }) {
  const look = looks[status]
  return look && <StatusBadge {...look} />
}
