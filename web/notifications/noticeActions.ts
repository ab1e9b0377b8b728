import { IconListSearch, IconMail, IconMailOff, IconMailOpened } from '@tabler/icons-react'
import { hasApprovals, notificationMessages, type NoticeRow } from '#contract/notifications.ts'
import type { RowAction } from '../ui/RowAction.ts'

export type NoticeDeed = 'send' | 'letters' | 'missing'

export const nameOf = ({ year_name, term_name }: NoticeRow) => `${year_name} ${term_name}`

/** What can be done with a term: the envelope for those who may send, and the letters that have left. */
export function noticeActions(
  row: NoticeRow,
  maySend: boolean,
  open: (deed: NoticeDeed, row: NoticeRow) => void,
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
