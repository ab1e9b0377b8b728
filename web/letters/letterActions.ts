import { IconCopy, IconRefresh } from '@tabler/icons-react'
import { type Letter, letterMessages } from '#contract/letters.ts'
import type { RowAction } from '../ui/RowAction.ts'

export type LetterActions = { retry: RowAction; copyLink: RowAction }

type Handlers = { retry: (letter: Letter) => void; copyLink: (letter: Letter) => void }

export function letterActions(letter: Letter, { retry, copyLink }: Handlers): LetterActions {
  return {
    retry: {
      icon: IconRefresh,
      word: 'Try again',
      label: `Try again to send the letter to ${letter.recipient}`,
      reason: whyNoRetry(letter),
      onClick: () => retry(letter),
    },
    copyLink: {
      icon: IconCopy,
      word: 'Copy link',
      label: `Copy link of ${letter.recipient}`,
      reason: letter.has_link ? undefined : letterMessages.noLink,
      onClick: () => copyLink(letter),
    },
  }
}

function whyNoRetry({ state }: Letter): string | undefined {
  if (state === 'sent') return letterMessages.alreadySent
  return state === 'sending' ? 'This letter is being sent.' : undefined
}
