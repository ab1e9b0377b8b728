import { IconMail, IconMailOff } from '@tabler/icons-react'
import {
  hasApprovals,
  notificationMessages,
  type NotificationRow,
  termName,
} from '#contract/notifications.ts'
import { IconButton } from '../ui/IconButton.tsx'
import { sendWord } from './sendWords.ts'

/**
 * What a send of a term would do, as a button: highlighted if letters would be sent; without them it opens the reason.
 * Without approved records it is disabled.
 */
export function TermSend({ row, onOpen }: { row: NotificationRow; onOpen: (row: NotificationRow) => void }) {
  const word = sendWord(row)
  return (
    <IconButton
      icon={hasApprovals(row) ? IconMail : IconMailOff}
      label={`${word}, ${termName(row)}`}
      shownWord={word}
      tooltip={notificationMessages.send}
      reason={hasApprovals(row) ? undefined : notificationMessages.nothingApproved}
      isPrimary={row.letters > 0}
      onClick={() => onOpen(row)}
    />
  )
}
