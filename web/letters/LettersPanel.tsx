import { useCallback, useMemo } from 'react'
import { type Letter, letterMessages } from '#contract/letters.ts'
import { DataList } from '../ui/list/DataList.tsx'
import { formatDateTime } from '../ui/formatDate.ts'
import { ListCard } from '../ui/list/ListCard.tsx'
import { MailServerNote } from './MailServerNote.tsx'
import { PageHead } from '../ui/PageHead.tsx'
import { letterActions } from './letterActions.ts'
import { lettersList } from './letterApi.ts'
import { type ActionsOf, letterColumns } from './letterColumns.tsx'
import { LetterNotice } from './LetterNotice.tsx'
import { LetterStateBadge } from './LetterStateBadge.tsx'
import { useLetterHandlers } from './useLetterHandlers.ts'

export function LettersPanel() {
  const { notice, retry, copyLink } = useLetterHandlers()
  const actionsOf: ActionsOf = useCallback(
    (letter) => letterActions(letter, { retry, copyLink }),
    [retry, copyLink],
  )
  const columns = useMemo(() => letterColumns(actionsOf), [actionsOf])
  const card = useCallback(
    (letter: Letter) => <LetterCard letter={letter} actionsOf={actionsOf} />,
    [actionsOf],
  )
  return (
    <>
      <PageHead title="Letters" />
      <MailServerNote>{letterMessages.noMailServer}</MailServerNote>
      {notice && <LetterNotice notice={notice} />}
      <DataList
        source={lettersList}
        columns={columns}
        card={card}
        noun="letters"
        searchLabel="Search by recipient"
        noMatchHint="Check the spelling of the address."
        emptyHint="Letters appear here as soon as Elimu writes one."
      />
    </>
  )
}

function LetterCard({ letter, actionsOf }: { letter: Letter; actionsOf: ActionsOf }) {
  const { retry, copyLink } = actionsOf(letter)
  return (
    <ListCard
      title={letter.recipient}
      lines={[letter.subject]}
      badge={<LetterStateBadge state={letter.state} />}
      facts={[
        { label: 'Created', value: formatDateTime(letter.created_at) },
        { label: 'Attempts', value: letter.attempts },
        ...(letter.last_error ? [{ label: 'Last error', value: letter.last_error, isWide: true }] : []),
      ]}
      actions={[retry, copyLink]}
    />
  )
}
