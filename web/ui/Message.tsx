import { IconAlertCircle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './Message.module.css'

type MessageProps = {
  /** `done` is quieter than `good`: for what may be undone. */
  tone: 'bad' | 'good' | 'note' | 'done'
  children: ReactNode
  /** The buttons that answer the message, such as Try again. */
  action?: ReactNode
  /** Keeps a distance from what stands below it, such as a list. */
  hasSpaceBelow?: boolean
}

const icons = { bad: IconAlertCircle, good: IconCircleCheck, note: IconInfoCircle, done: IconCircleCheck }

/** A message above a form or a list. Screen readers read it out as it appears. */
export function Message({ tone, children, action, hasSpaceBelow }: MessageProps) {
  const Icon = icons[tone]
  return (
    <div
      className={classes.message}
      data-tone={tone}
      data-space-below={hasSpaceBelow}
      role={tone === 'bad' ? 'alert' : 'status'}
    >
      <Icon size={20} stroke={1.75} aria-hidden />
      <span className={classes.text}>{children}</span>
      {action && <span className={classes.action}>{action}</span>}
    </div>
  )
}
