import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useSearch } from '@tanstack/react-router'
import { useCallback, useMemo, useState } from 'react'
import type { Letter } from '#contract/letters.ts'
import { canSendNotifications } from '#contract/permissions.ts'
import type { User } from '#contract/users.ts'
import { ListView } from '../ui/list/ListView.tsx'
import { useListState } from '../ui/list/rows/useListState.ts'
import { MailServerNote } from '../users/MailServerNote.tsx'
import { PageHead } from '../ui/PageHead.tsx'
import { useSessionUser } from '../ui/sessionUser.ts'
import { UserFormModal } from '../users/UserFormModal.tsx'
import { useLetters } from './letterApi.ts'
import { letterColumns } from './letterColumns.tsx'
import { LetterCountsText } from './LetterCountsText.tsx'
import { LetterCard } from './LetterCard.tsx'
import { LetterDetail } from './LetterDetail.tsx'
import { LetterFilters } from './LetterFilters.tsx'
import { readLettersAddress } from './lettersAddress.ts'
import { LetterNotice, useLetterActions } from './useLetterActions.tsx'
import { useAddressChange } from '../ui/useAddressChange.ts'
import { useWidth } from '../ui/useIsPhone.ts'

/** The letters of all kinds, with their states. */
export function LettersPanel() {
  const user = useSessionUser()
  const maySend = canSendNotifications(user.role, user)
  const controls = useListState()
  const address = readLettersAddress(useSearch({ strict: false }))
  const change = useAddressChange()
  const { list, counts, toRetry } = useLetters(address, controls.settled)
  const { notice, retry, retryAll, copyLink, refresh } = useLetterActions()
  const [openId, setOpenId] = useState<number>()
  const [wrong, setWrong] = useState<User>()
  const isNarrow = useWidth('(max-width: 63.99em)')

  const toggle = useCallback((id: number) => setOpenId((before) => (before === id ? undefined : id)), [])
  const columns = useMemo(() => letterColumns(openId, toggle, isNarrow), [openId, toggle, isNarrow])
  const detail = useCallback(
    (letter: Letter) =>
      letter.id === openId && (
        <LetterDetail
          letter={letter}
          actor={user}
          onRetry={maySend ? retry : undefined}
          onCopyLink={copyLink}
          onCorrect={setWrong}
        />
      ),
    [openId, user, maySend, retry, copyLink],
  )
  const card = useCallback(
    (letter: Letter) => (
      <LetterCard letter={letter} onToggle={toggle}>
        {detail(letter)}
      </LetterCard>
    ),
    [detail, toggle],
  )
  return (
    <>
      <PageHead
        title="Letters"
        subtitle={counts && <LetterCountsText counts={counts} />}
        primary={
          maySend &&
          toRetry > 0 &&
          !controls.shown.search && (
            <Button
              variant="default"
              leftSection={<IconRefresh size={18} aria-hidden />}
              onClick={() => retryAll(address)}
            >
              Try the failed ones again ({toRetry})
            </Button>
          )
        }
      />
      <MailServerNote />
      {notice && <LetterNotice notice={notice} />}
      <ListView
        list={list}
        controls={controls}
        rowKey={rowKey}
        columns={columns}
        card={card}
        detail={detail}
        noun={address.state ? `${address.state} letters` : 'letters'}
        searchLabel="Search by recipient or student"
        noMatchHint="Check the spelling, or search by the address."
        emptyHint="Letters appear here as soon as Elimu writes one."
        tools={<LetterFilters address={address} counts={counts} onChange={change} />}
      />
      {wrong && (
        <UserFormModal
          user={wrong}
          onClose={() => {
            setWrong(undefined)
            refresh()
          }}
        />
      )}
    </>
  )
}

const rowKey = ({ id }: Letter) => id
