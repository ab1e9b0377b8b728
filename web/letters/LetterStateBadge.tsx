import type { LetterState } from '#contract/letters.ts'
import { StatusBadge, type StatusLook } from '../ui/StatusBadge.tsx'

const looks: Record<LetterState, StatusLook> = {
  waiting: { word: 'Waiting', tone: 'amber', shape: 'ring' },
  sending: { word: 'Sending', tone: 'blue', shape: 'dashedRing' },
  sent: { word: 'Sent', tone: 'green', shape: 'circledTick' },
  failed: { word: 'Failed', tone: 'red', shape: 'square' },
}

export const LetterStateBadge = ({ state }: { state: LetterState }) => <StatusBadge {...looks[state]} />

/** As in `41 sent`. */
export const LetterStateCount = ({ state, count }: { state: LetterState; count: number }) => (
  <StatusBadge {...looks[state]} word={`${count} ${looks[state].word.toLowerCase()}`} />
)
