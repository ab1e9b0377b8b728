import '@mantine/core/styles/VisuallyHidden.css'
import { VisuallyHidden } from '@mantine/core'
import { IconCircleCheck, IconCircleDashed, IconSend } from '@tabler/icons-react'
import classes from './NoticeCount.module.css'

/** Where a report or receipt is on its way to the supporter. */
export const noticeStates = {
  pending: { word: 'Pending', Icon: IconCircleDashed },
  approved: { word: 'Approved', Icon: IconCircleCheck },
  sent: { word: 'Sent', Icon: IconSend },
} as const
export type NoticeState = keyof typeof noticeStates

type NoticeCountProps = { state: NoticeState; count: number }

/** How many are where; none is outlined and grey, so that work stands out. */
export function NoticeCount({ state, count }: NoticeCountProps) {
  const { word, Icon } = noticeStates[state]
  return (
    <span className={classes.count} data-state={count > 0 ? state : 'none'}>
      <Icon size={16} stroke={1.75} aria-hidden />
      <span>
        {count}
        <VisuallyHidden> {word}</VisuallyHidden>
      </span>
    </span>
  )
}
