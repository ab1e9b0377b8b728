import { IconCopy, IconRefresh } from '@tabler/icons-react'
import { type Letter, letterMessages } from '#contract/letters.ts'
import { formatDateTime } from '../ui/formatDate.ts'
import { IconButton } from '../ui/IconButton.tsx'
import type { ListColumn } from '../ui/list/ListColumn.ts'
import { numberColumn } from '../ui/list/numberColumn.tsx'
import type { RowAction } from '../ui/RowAction.ts'
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
      isScreenOnly: true,
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

type LetterActions = { retry: RowAction; copyLink: RowAction }

type Handlers = { retry: (letter: Letter) => void; copyLink: (letter: Letter) => void }

export function letterActions(letter: Letter, { retry, copyLink }: Handlers): LetterActions {
  return {
    retry: {
      icon: IconRefresh,
      word: 'Try again',
      label: `Try again to send the letter to ${letter.recipient}`,
      reason: whyNoRetry(letter),
      onClick: () => retry(letter),
    },
    copyLink: {
      icon: IconCopy,
      word: 'Copy link',
      label: `Copy link of ${letter.recipient}`,
      reason: letter.has_link ? undefined : letterMessages.noLink,
      onClick: () => copyLink(letter),
    },
  }
}

function whyNoRetry({ state }: Letter): string | undefined {
  if (state === 'sent') return letterMessages.alreadySent
  return state === 'sending' ? 'This letter is being sent.' : undefined
}
