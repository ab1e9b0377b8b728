import '@mantine/core/styles/VisuallyHidden.css'
import { VisuallyHidden } from '@mantine/core'
import { IconCircleCheck, IconCircleDashed, IconSend } from '@tabler/icons-react'
import type { NotificationRow } from '#contract/notifications.ts'
import { IconButton } from '../ui/IconButton.tsx'
import type { ListColumn } from '../ui/list/ListColumn.ts'
import { numberColumn } from '../ui/list/numberColumn.tsx'
import type { RowAction } from '../ui/RowAction.ts'
import { ListCard } from '../ui/list/ListCard.tsx'
import classes from './notificationColumns.module.css'
import { type NotificationAction, nameOf } from './notificationActions.ts'

/** How far a report card or receipt is on its way to the supporter. */
const notificationStates = {
  pending: { word: 'Pending', Icon: IconCircleDashed },
  approved: { word: 'Approved', Icon: IconCircleCheck },
  sent: { word: 'Sent', Icon: IconSend },
} as const
type NotificationState = keyof typeof notificationStates

const notificationGroups = [
  { prefix: 'report', title: 'Academic reports' },
  { prefix: 'finance', title: 'Finance receipts' },
] as const
const stateNames = Object.keys(notificationStates) as NotificationState[]

export const notificationColumns = (
  actionsOf: (row: NotificationRow) => NotificationAction[],
  hasWords: boolean,
): ListColumn<NotificationRow>[] => [
  numberColumn('wide'),
  {
    name: 'year_name',
    header: 'Year',
    cell: ({ year_name }) => <span className={classes.year}>{year_name}</span>,
    sortBy: ({ year_name }) => year_name,
    under: 'term_name',
  },
  {
    name: 'term_name',
    header: 'Term',
    cell: ({ term_name }) => <span className={classes.name}>{term_name}</span>,
    sortBy: ({ term_name }) => term_name,
  },
  ...notificationGroups.flatMap(({ prefix, title }) =>
    stateNames.map((state) => countColumn(prefix, title, state)),
  ),
  {
    name: 'actions',
    isScreenOnly: true,
    header: <span className={classes.last}>Email Notifications</span>,
    align: 'center',
    // A group without a name gives the column a vertical rule.
    group: '',
    cell: (row) => (
      <div className={classes.actions}>
        {actionsOf(row).map(({ short, ...action }) => (
          <IconButton
            key={action.word}
            {...action}
            tooltip={action.word}
            {...(hasWords && { shownWord: short })}
          />
        ))}
      </div>
    ),
  },
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
      <span className={classes.head}>
        <Icon size={16} stroke={1.75} aria-hidden />
        {word}
      </span>
    ),
    cell: (row) => <NotificationCount state={state} count={row[name]} />,
    sortBy: (row) => row[name],
  }
}

type NotificationCardProps = { row: NotificationRow; actions: RowAction[] }

/** A term on a phone. */
export const NotificationCard = ({ row, actions }: NotificationCardProps) => (
  <ListCard
    title={nameOf(row)}
    lines={[]}
    facts={notificationGroups.map(({ prefix, title }) => ({
      label: title,
      isWide: true,
      value: (
        <div className={classes.counts}>
          {stateNames.map((state) => (
            <div key={state} className={classes.count}>
              <span aria-hidden className={classes.word}>
                {notificationStates[state].word}
              </span>
              <NotificationCount state={state} count={row[`${prefix}_${state}`]} />
            </div>
          ))}
        </div>
      ),
    }))}
    why={actions.find(({ reason }) => reason !== undefined)?.reason}
    actions={actions}
  />
)

type NotificationCountProps = { state: NotificationState; count: number }

/** The number of records in a state. Zero is outlined and grey, so that open work stands out. */
function NotificationCount({ state, count }: NotificationCountProps) {
  const { word, Icon } = notificationStates[state]
  return (
    <span className={classes.state} data-state={count > 0 ? state : 'none'}>
      <Icon size={16} stroke={1.75} aria-hidden />
      <span>
        {count}
        <VisuallyHidden> {word}</VisuallyHidden>
      </span>
    </span>
  )
}
