import type { Letter } from '#contract/letters.ts'
import { formatDateTime } from '../ui/formatDate.ts'
import { IconButton } from '../ui/IconButton.tsx'
import type { ListColumn } from '../ui/list/ListColumn.ts'
import { numberColumn } from '../ui/list/numberColumn.tsx'
import type { LetterActions } from './letterActions.ts'
import classes from './letterColumns.module.css'
import { LetterStateBadge } from './LetterStateBadge.tsx'

export type ActionsOf = (letter: Letter) => LetterActions

export function letterColumns(actionsOf: ActionsOf): ListColumn<Letter>[] {
  return [
    numberColumn(),
    {
      name: 'recipient',
      header: 'Recipient',
      cell: ({ recipient }) => <span className={classes.recipient}>{recipient}</span>,
      sortBy: ({ recipient }) => recipient,
    },
    { name: 'subject', header: 'Subject', cell: ({ subject }) => subject, sortBy: ({ subject }) => subject },
    {
      name: 'state',
      header: 'State',
      cell: ({ state }) => <LetterStateBadge state={state} />,
      sortBy: ({ state }) => state,
    },
    {
      name: 'attempts',
      header: 'Attempts',
      align: 'right',
      cell: ({ attempts }) => attempts,
      sortBy: ({ attempts }) => attempts,
    },
    {
      name: 'last_error',
      header: 'Last error',
      cell: ({ last_error }) => last_error && <span className={classes.error}>{last_error}</span>,
    },
    {
      name: 'created_at',
      header: 'Created',
      cell: ({ created_at }) => <span className={classes.date}>{formatDateTime(created_at)}</span>,
      sortBy: ({ created_at }) => created_at,
    },
    {
      name: 'actions',
      header: 'Actions',
      align: 'right',
      cell: (letter) => {
        const { retry, copyLink } = actionsOf(letter)
        return (
          <div className={classes.actions}>
            <IconButton {...retry} tooltip={retry.word} />
            <IconButton {...copyLink} tooltip={copyLink.word} />
          </div>
        )
      },
    },
  ]
}
