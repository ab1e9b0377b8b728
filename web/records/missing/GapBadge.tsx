import type { GapState } from '#contract/records.ts'
import { StatusBadge, type StatusLook } from '../../ui/StatusBadge.tsx'

export const gapLooks: Record<GapState, StatusLook> = {
  missing: { word: 'Missing', tone: 'red', shape: 'dashedRing' },
  unverified: { word: 'Unverified', tone: 'amber', shape: 'ring' },
  returned: { word: 'Returned', tone: 'blue', shape: 'triangle' },
}

/** How a report or a receipt stands that somebody has to do something about. */
export const GapBadge = ({ state }: { state: GapState }) => <StatusBadge {...gapLooks[state]} />
