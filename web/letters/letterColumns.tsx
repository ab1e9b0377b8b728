import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { isWithheld, type Letter } from '#contract/letters.ts'
import { userName } from '#contract/users.ts'
import { formatDateTime } from '../ui/formatDate.ts'
import { fieldColumn, type ListColumn } from '../ui/list/ListColumn.ts'
import { toggleColumn } from '../ui/list/RowToggle.tsx'
import { plural } from '../ui/plural.ts'
import { LetterStateBadge } from './LetterStateBadge.tsx'

export const nameOf = ({ to, recipient }: Pick<Letter, 'to' | 'recipient'>) => (to ? userName(to) : recipient)

/** The students of term news, unless they are anonymised; the subject of another letter, without the charity's name. */
export const aboutOf = ({
  kind,
  state,
  first_student,
  students,
  subject,
}: Letter): [string, string | undefined] =>
  kind !== 'news'
    ? [subject.split(' - ')[0] ?? subject, kind === 'account' ? 'Account letter' : 'About promises']
    : [
        first_student ?? (isWithheld({ kind, state, students }) ? 'No student' : 'Anonymised record'),
        students > 1 ? `and ${plural(students - 1, 'more student')}` : undefined,
      ]

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
  fieldColumn('recipient', 'Recipient', {
    cell: (letter) => (
      <>
        <span className="el-strong">{nameOf(letter)}</span>
        <Small>{letter.recipient}</Small>
      </>
    ),
  }),
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
  ...(isNarrow ? [] : [fieldColumn<'subject', Letter>('subject', 'Subject')]),
  fieldColumn('state', 'State', { cell: ({ state }) => <LetterStateBadge state={state} /> }),
  fieldColumn('created_at', 'When', {
    cell: ({ created_at }) => <span className="el-ink-2 el-numbers">{formatDateTime(created_at)}</span>,
  }),
  toggleColumn({
    isOpen: ({ id }) => id === openId,
    onToggle: ({ id }) => onToggle(id),
    nameOf: (letter) => `the letter to ${nameOf(letter)}`,
  }),
]
