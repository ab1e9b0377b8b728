import type { Letter } from '#contract/letters.ts'
import { StatusBadge, type StatusLook } from '../ui/StatusBadge.tsx'

const looks: Record<Letter['state'], StatusLook> = {
  waiting: { word: 'Waiting', tone: 'amber', shape: 'ring' },
  sending: { word: 'Sending', tone: 'blue', shape: 'dashedRing' },
  sent: { word: 'Sent', tone: 'green', shape: 'tick' },
  failed: { word: 'Failed', tone: 'red', shape: 'square' },
}

export function LetterStateBadge({ state }: Pick<Letter, 'state'>) {
  return <StatusBadge {...looks[state]} />
}
