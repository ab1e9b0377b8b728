import { Button, Text } from '@mantine/core'
import { IconMail, IconMailOff } from '@tabler/icons-react'
import {
  hasApprovals,
  notificationMessages,
  type NotificationRow,
  termName,
} from '#contract/notifications.ts'
import { IconButton } from '../ui/IconButton.tsx'
import classes from './Terms.module.css'

type Open = (row: NotificationRow) => void

type TermActionsProps = {
  row: NotificationRow
  /** Only for users who may send. */
  send: Open | undefined
  letters: Open
  missing: Open
}

/**
 * The actions of a term. Send is highlighted if a letter would be sent. If no approved record can be sent, it still
 * opens the preview, which says why.
 */
export function TermActions({ row, send, letters, missing }: TermActionsProps) {
  const { has_letters, letters_failed } = row
  const term = termName(row)
  return (
    <div className={classes.actions}>
      {send && (
        <span className={classes.send}>
          <IconButton
            icon={hasApprovals(row) ? IconMail : IconMailOff}
            label={`${notificationMessages.send} of ${term}`}
            shownWord="Send"
            tooltip={notificationMessages.send}
            reason={hasApprovals(row) ? undefined : notificationMessages.nothingApproved}
            isPrimary={has_letters}
            onClick={() => send(row)}
          />
        </span>
      )}
      <Button
        variant="subtle"
        className={classes.letters ?? ''}
        aria-label={`Letters of ${term}${letters_failed > 0 ? `, ${letters_failed} failed` : ''}`}
        onClick={() => letters(row)}
      >
        Letters {letters_failed > 0 && <Text {...failed}>{letters_failed}</Text>}
      </Button>
      <Button variant="subtle" aria-label={`What Is Missing in ${term}`} onClick={() => missing(row)}>
        Missing
      </Button>
    </div>
  )
}

const failed = {
  span: true,
  ml: 6,
  px: 6,
  bg: 'var(--el-red-soft)',
  c: 'var(--el-red)',
  bdrs: 'xs',
  fz: 'cap',
  fw: 'var(--el-fw-head)',
  lh: '20px',
} as const
