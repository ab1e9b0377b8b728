import type { NoticeRow } from '#contract/notifications.ts'
import { IconButton } from '../ui/IconButton.tsx'
import type { ListColumn } from '../ui/list/ListColumn.ts'
import { numberColumn } from '../ui/list/numberColumn.tsx'
import type { RowAction } from '../ui/RowAction.ts'
import classes from './noticeColumns.module.css'
import { NoticeCount, type NoticeState, noticeStates } from './NoticeCount.tsx'

export const noticeGroups = [
  { prefix: 'report', title: 'Academic reports' },
  { prefix: 'finance', title: 'Finance receipts' },
] as const
export const stateNames = Object.keys(noticeStates) as NoticeState[]

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
