import { IconAlertCircle, IconCircleCheck, IconInfoCircle, type TablerIcon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './Message.module.css'

type MessageProps = {
  /** `done` is less prominent than `good`, for changes that can be undone; `info` is blue, for what is not urgent. */
  tone: 'bad' | 'good' | 'note' | 'done' | 'info'
  children: ReactNode
  /** Buttons that respond to the message, such as Try again. */
  action?: ReactNode
  /** Replaces the icon of the message's tone. */
  icon?: TablerIcon
  /** Adds space before the content below, such as a list. */
  hasSpaceBelow?: boolean
}

const icons = {
  bad: IconAlertCircle,
  good: IconCircleCheck,
  note: IconInfoCircle,
  done: IconCircleCheck,
  info: IconInfoCircle,
}

/** A message above a form or a list. Screen readers announce it when it appears. */
export function Message({ tone, icon: Icon = icons[tone], children, action, hasSpaceBelow }: MessageProps) {
  return (
    <div
      className={classes.message}
      data-tone={tone}
      data-space-below={hasSpaceBelow}
      role={tone === 'bad' ? 'alert' : 'status'}
    >
      <Icon size={20} aria-hidden />
      <span className={classes.text}>{children}</span>
      {action && <span className={classes.action}>{action}</span>}
    </div>
  )
}

type StatementMarkProps = { Icon: TablerIcon; tone: 'green' | 'grey' | 'amber' | 'primary' }

/** The icon beside a statement on a page. */
export const StatementMark = ({ Icon, tone }: StatementMarkProps) => (
  <span className={classes.mark} data-tone={tone}>
    <Icon size={28} aria-hidden />
  </span>
)
