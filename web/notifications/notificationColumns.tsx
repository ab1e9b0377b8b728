import { SimpleGrid, Stack, Text, VisuallyHidden } from '@mantine/core'
import { IconCircleCheck, IconCircleDashed, IconSend } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { NotificationRow } from '#contract/notifications.ts'
import { fieldColumn, type ListColumn } from '../ui/list/ListColumn.ts'
import { numberColumn } from '../ui/list/numberColumn.tsx'
import { ListCard } from '../ui/list/ListCard.tsx'
import classes from './Terms.module.css'

/** The states of a report card or receipt on its way to the supporter. */
const notificationStates = {
  pending: { word: 'Pending', Icon: IconCircleDashed, tone: 'amber' },
  approved: { word: 'Approved', Icon: IconCircleCheck, tone: 'green' },
  sent: { word: 'Sent', Icon: IconSend, tone: 'blue' },
} as const
type NotificationState = keyof typeof notificationStates

const notificationGroups = [
  { prefix: 'report', title: 'Academic reports' },
  { prefix: 'finance', title: 'Finance receipts' },
] as const
const stateNames = Object.keys(notificationStates) as NotificationState[]

export const notificationColumns = (
  header: string,
  actionsOf: (row: NotificationRow) => ReactNode,
): ListColumn<NotificationRow>[] => [
  numberColumn('wide'),
  fieldColumn('year_name', 'Year', { isName: true, under: 'term_name' }),
  fieldColumn('term_name', 'Term', {
    isName: true,
    cell: ({ term_name }) => term_name.replace(' ', '\u00A0'),
  }),
  ...notificationGroups.flatMap(({ prefix, title }) =>
    stateNames.map((state) => countColumn(prefix, title, state)),
  ),
  {
    name: 'actions',
    isScreenOnly: true,
    header,
    // A group without a name gives the column a vertical rule.
    group: '',
    cell: actionsOf,
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
      <span className={`el-row ${classes.head}`}>
        <Icon size={16} aria-hidden />
        {word}
      </span>
    ),
    cell: (row) => <NotificationCount state={state} count={row[name]} />,
    sortBy: (row) => row[name],
  }
}

/** A term on a phone. */
export const NotificationCard = ({ row, actions }: { row: NotificationRow; actions: ReactNode }) => (
  <ListCard
    title={
      <>
        {row.term_name}{' '}
        <Text span inherit className="el-ink-3" fw={400}>
          {row.year_name}
        </Text>
      </>
    }
    lines={[]}
    facts={notificationGroups.map(({ prefix, title }) => ({
      label: title,
      isWide: true,
      value: (
        <SimpleGrid cols={3} spacing="s2">
          {stateNames.map((state) => (
            <Stack key={state} gap={2}>
              <span aria-hidden className="el-sm el-ink-2">
                {notificationStates[state].word}
              </span>
              <NotificationCount state={state} count={row[`${prefix}_${state}`]} />
            </Stack>
          ))}
        </SimpleGrid>
      ),
    }))}
    actions={[]}
  >
    {actions}
  </ListCard>
)

/** The number of records in a state. Zero is outlined and grey, so that open work stands out. */
function NotificationCount({ state, count }: { state: NotificationState; count: number }) {
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
