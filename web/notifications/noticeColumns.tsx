import '@mantine/core/styles/VisuallyHidden.css'
import { VisuallyHidden } from '@mantine/core'
import { IconCircleCheck, IconCircleDashed, IconSend } from '@tabler/icons-react'
import type { NoticeRow } from '#contract/notifications.ts'
import { IconButton } from '../ui/IconButton.tsx'
import type { ListColumn } from '../ui/list/ListColumn.ts'
import { numberColumn } from '../ui/list/numberColumn.tsx'
import type { RowAction } from '../ui/RowAction.ts'
import { ListCard } from '../ui/list/ListCard.tsx'
import classes from './noticeColumns.module.css'
import { nameOf } from './noticeActions.ts'

/** How far a report card or receipt is on its way to the supporter. */
const noticeStates = {
  pending: { word: 'Pending', Icon: IconCircleDashed },
  approved: { word: 'Approved', Icon: IconCircleCheck },
  sent: { word: 'Sent', Icon: IconSend },
} as const
type NoticeState = keyof typeof noticeStates

const noticeGroups = [
  { prefix: 'report', title: 'Academic reports' },
  { prefix: 'finance', title: 'Finance receipts' },
] as const
const stateNames = Object.keys(noticeStates) as NoticeState[]

export const noticeColumns = (actionsOf: (row: NoticeRow) => RowAction[]): ListColumn<NoticeRow>[] => [
  numberColumn(),
  {
    name: 'year_name',
    header: 'Year',
    cell: ({ year_name }) => <span className={classes.name}>{year_name}</span>,
    sortBy: ({ year_name }) => year_name,
  },
  {
    name: 'term_name',
    header: 'Term',
    cell: ({ term_name }) => <span className={classes.name}>{term_name}</span>,
    sortBy: ({ term_name }) => term_name,
  },
  ...noticeGroups.flatMap(({ prefix, title }) =>
    stateNames.map((state) => countColumn(prefix, title, state)),
  ),
  {
    name: 'actions',
    header: 'Email Notifications',
    align: 'center',
    // A group without a name: the rule before it.
    group: '',
    cell: (row) => (
      <div className={classes.actions}>
        {actionsOf(row).map((action) => (
          <IconButton key={action.word} {...action} tooltip={action.word} />
        ))}
      </div>
    ),
  },
]

function countColumn(prefix: 'report' | 'finance', group: string, state: NoticeState): ListColumn<NoticeRow> {
  const { word, Icon } = noticeStates[state]
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
    cell: (row) => <NoticeCount state={state} count={row[name]} />,
    sortBy: (row) => row[name],
  }
}

type NoticeCardProps = { row: NoticeRow; actions: RowAction[] }

/** A term on a phone. */
export const NoticeCard = ({ row, actions }: NoticeCardProps) => (
  <ListCard
    title={nameOf(row)}
    lines={[]}
    facts={noticeGroups.map(({ prefix, title }) => ({
      label: title,
      isWide: true,
      value: (
        <div className={classes.counts}>
          {stateNames.map((state) => (
            <div key={state} className={classes.count}>
              <span aria-hidden className={classes.word}>
                {noticeStates[state].word}
              </span>
              <NoticeCount state={state} count={row[`${prefix}_${state}`]} />
            </div>
          ))}
        </div>
      ),
    }))}
    why={actions.find(({ reason }) => reason !== undefined)?.reason}
    actions={actions}
  />
)

type NoticeCountProps = { state: NoticeState; count: number }

/** The number of records in a state. Zero is outlined and grey, so that open work stands out. */
function NoticeCount({ state, count }: NoticeCountProps) {
  const { word, Icon } = noticeStates[state]
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
