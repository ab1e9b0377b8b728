import { IconListSearch, IconMail, IconMailOff, IconMailOpened } from '@tabler/icons-react'
import { hasApprovals, notificationMessages, type NotificationRow } from '#contract/notifications.ts'
import type { RowAction } from '../ui/RowAction.ts'

type NotificationDeed = 'send' | 'letters' | 'missing'

/** `short` is its word in the table, whose heading says the rest. */
export type NotificationAction = RowAction & { short: string }

export const nameOf = ({ year_name, term_name }: NotificationRow) => `${year_name} ${term_name}`

/** The actions of a term: its letters and what is missing, and the sending for those who may send. */
export function notificationActions(
  row: NotificationRow,
  maySend: boolean,
  open: Record<NotificationDeed, (row: NotificationRow) => void>,
): NotificationAction[] {
  const isSendable = hasApprovals(row)
  const send: NotificationAction = {
    icon: isSendable ? IconMail : IconMailOff,
    word: notificationMessages.send,
    short: 'Send',
    label: `${notificationMessages.send} of ${nameOf(row)}`,
    reason: isSendable ? undefined : notificationMessages.nothingApproved,
    isPrimary: isSendable,
    onClick: () => open.send(row),
  }
  const letters: NotificationAction = {
    icon: IconMailOpened,
    word: 'Letters',
    short: 'Letters',
    label: `Letters of ${nameOf(row)}`,
    onClick: () => open.letters(row),
  }
  const missing: NotificationAction = {
    icon: IconListSearch,
    word: 'What Is Missing',
    short: 'Missing',
    label: `What Is Missing in ${nameOf(row)}`,
    onClick: () => open.missing(row),
  }
  return maySend ? [send, letters, missing] : [letters, missing]
}
