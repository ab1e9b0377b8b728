import { IconListSearch, IconMail, IconMailOff, IconMailOpened } from '@tabler/icons-react'
import { hasApprovals, notificationMessages, type NotificationRow } from '#contract/notifications.ts'
import type { RowAction } from '../ui/RowAction.ts'

export type NotificationDeed = 'send' | 'letters' | 'missing'

export const nameOf = ({ year_name, term_name }: NotificationRow) => `${year_name} ${term_name}`

/** The actions of a term: its letters and what is missing, and the sending for those who may send. */
export function notificationActions(
  row: NotificationRow,
  maySend: boolean,
  open: (deed: NotificationDeed, row: NotificationRow) => void,
): RowAction[] {
  const isSendable = hasApprovals(row)
  const send: RowAction = {
    icon: isSendable ? IconMail : IconMailOff,
    word: notificationMessages.send,
    label: `${notificationMessages.send} of ${nameOf(row)}`,
    reason: isSendable ? undefined : notificationMessages.nothingApproved,
    isPrimary: isSendable,
    onClick: () => open('send', row),
  }
  const letters: RowAction = {
    icon: IconMailOpened,
    word: 'Letters',
    label: `Letters of ${nameOf(row)}`,
    onClick: () => open('letters', row),
  }
  const missing: RowAction = {
    icon: IconListSearch,
    word: 'What Is Missing',
    label: `What Is Missing in ${nameOf(row)}`,
    onClick: () => open('missing', row),
  }
  return maySend ? [send, letters, missing] : [letters, missing]
}
