import { VisuallyHidden } from '@mantine/core'
import { IconCircleCheck, IconCircleDashed, IconSend } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { NotificationRow } from '#contract/notifications.ts'
import { fieldColumn, type ListColumn } from '../ui/list/ListColumn.ts'
import { numberColumn } from '../ui/list/numberColumn.tsx'
import { TermLinks } from './TermLinks.tsx'
import classes from './Terms.module.css'

/** The states of a report card or receipt on its way to the supporter. */
export const notificationStates = {
  pending: { word: 'Pending', Icon: IconCircleDashed, tone: 'amber' },
  approved: { word: 'Approved', Icon: IconCircleCheck, tone: 'green' },
  sent: { word: 'Sent', Icon: IconSend, tone: 'blue' },
} as const
type NotificationState = keyof typeof notificationStates

export const notificationGroups = [
  { prefix: 'report', title: 'Academic reports', short: 'Reports' },
  { prefix: 'finance', title: 'Finance receipts', short: 'Receipts' },
] as const
export const stateNames = Object.keys(notificationStates) as NotificationState[]

/** The columns of the terms; that of the notifications only for users who may send. */
export const notificationColumns = (
  send: ((row: NotificationRow) => ReactNode) | undefined,
): ListColumn<NotificationRow>[] => [
  numberColumn('wide'),
  fieldColumn('year_name', 'Year', { isName: true }),
  fieldColumn('term_name', 'Term', {
    isName: true,
    cell: ({ term_name }) => term_name.replace(' ', '\u00A0'),
  }),
  ...notificationGroups.flatMap(({ prefix, title }) =>
    stateNames.map((state) => countColumn(prefix, title, state)),
  ),
  ...(send
    ? [
        {
          name: 'actions',
          isScreenOnly: true,
          header: 'Email Notifications',
          // A group without a name gives the column a vertical rule.
          group: '',
          cell: (row: NotificationRow) => (
            <div className={classes.actions}>
              <div className={classes.send}>{send(row)}</div>
              <TermLinks row={row} />
            </div>
          ),
        },
      ]
    : []),
]

function countColumn(
  prefix: 'report' | 'finance',
  group: string,
  state: NotificationState,
): ListColumn<NotificationRow> {
  const { word, Icon } = notificationStates[state]
  const name = `${prefix}_${state}` as const
  return {
    name,
    group,
    header: (
      <span className={`el-row ${classes.head}`}>
        <Icon size={16} aria-hidden />
        {word}
      </span>
    ),
    cell: (row) => <NotificationCount state={state} count={row[name]} />,
    sortBy: (row) => row[name],
  }
}

/** The number of records in a state. Zero is outlined and grey, so that open work stands out. */
export function NotificationCount({ state, count }: { state: NotificationState; count: number }) {
  const { word, Icon, tone } = notificationStates[state]
  return (
    <span className={`el-numbers ${classes.state}`} data-tone={count > 0 ? tone : undefined}>
      <Icon size={16} aria-hidden />
      <span>
        {count}
        <VisuallyHidden> {word}</VisuallyHidden>
      </span>
    </span>
  )
}
