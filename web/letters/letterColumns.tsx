import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { Text, VisuallyHidden } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Letter } from '#contract/letters.ts'
import { userName } from '#contract/users.ts'
import { formatDateTime } from '../ui/formatDate.ts'
import type { ListColumn } from '../ui/list/ListColumn.ts'
import { plural } from '../ui/plural.ts'
import classes from './Letters.module.css'
import { LetterStateBadge } from './LetterStateBadge.tsx'

export const nameOf = ({ to, recipient }: Pick<Letter, 'to' | 'recipient'>) => (to ? userName(to) : recipient)

/** The students of term news; the subject of an account letter. */
export const aboutOf = ({ kind, first_student, students, subject }: Letter): [string, string | undefined] =>
  kind === 'account'
    ? [subject.split(' - ')[0] ?? subject, 'Account letter']
    : [first_student ?? '', students > 1 ? `and ${plural(students - 1, 'more student')}` : undefined]

const Small = ({ children }: { children: ReactNode }) => (
  <Text className="el-ink-2 el-break" fz="sm" lh="cap">
    {children}
  </Text>
)

export const letterColumns = (
  openId: number | undefined,
  onToggle: (id: number) => void,
  isNarrow: boolean,
): ListColumn<Letter>[] => [
  {
    name: 'recipient',
    header: 'Recipient',
    cell: (letter) => (
      <>
        <span className="el-strong">{nameOf(letter)}</span>
        <Small>{letter.recipient}</Small>
      </>
    ),
    sortBy: ({ recipient }) => recipient,
  },
  {
    name: 'about',
    header: 'About',
    cell: (letter) => {
      const [who, more] = aboutOf(letter)
      return (
        <>
          {who}
          {more && <Small>{more}</Small>}
        </>
      )
    },
  },
  ...(isNarrow
    ? []
    : [
        {
          name: 'subject',
          header: 'Subject',
          cell: ({ subject }: Letter) => subject,
          sortBy: ({ subject }: Letter) => subject,
        },
      ]),
  {
    name: 'state',
    header: 'State',
    cell: ({ state }) => <LetterStateBadge state={state} />,
    sortBy: ({ state }) => state,
  },
  {
    name: 'created_at',
    header: 'When',
    cell: ({ created_at }) => <span className="el-ink-2 el-numbers">{formatDateTime(created_at)}</span>,
    sortBy: ({ created_at }) => created_at,
  },
  {
    name: 'attempts',
    header: 'Attempts',
    align: 'right',
    cell: ({ attempts }) => attempts,
    sortBy: ({ attempts }) => attempts,
  },
  {
    name: 'open',
    isScreenOnly: true,
    header: <VisuallyHidden>Open</VisuallyHidden>,
    align: 'right',
    cell: (letter) => {
      const isOpen = letter.id === openId
      const Chevron = isOpen ? IconChevronUp : IconChevronDown
      return (
        <button
          type="button"
          className={classes.chevron}
          aria-expanded={isOpen}
          aria-label={`${isOpen ? 'Close' : 'Open'} the letter to ${nameOf(letter)}`}
          onClick={() => onToggle(letter.id)}
        >
          <Chevron size={20} stroke={1.75} aria-hidden />
        </button>
      )
    },
  },
]
