import '@mantine/core/styles/UnstyledButton.css'
import '@mantine/core/styles/Button.css'
import { Button } from '@mantine/core'
import { IconMailOpened } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useCallback, useEffect, useMemo, useState } from 'react'
import { type NotificationRow, notificationMessages } from '#contract/notifications.ts'
import { canSendNotifications } from '#contract/permissions.ts'
import { DataList } from '../ui/list/DataList.tsx'
import { useListChanges } from '../ui/list/useListChanges.ts'
import { MailServerNote } from '../letters/MailServerNote.tsx'
import { Message } from '../ui/Message.tsx'
import { PageHead } from '../ui/PageHead.tsx'
import { useSessionUser } from '../ui/sessionUser.ts'
import { notificationActions } from './notificationActions.ts'
import { notificationList } from './notificationApi.ts'
import { NotificationCard, notificationColumns } from './notificationColumns.tsx'

const SendModal = lazy(() => import('./SendModal.tsx').then((file) => ({ default: file.SendModal })))
const SentModal = lazy(() => import('./SentModal.tsx').then((file) => ({ default: file.SentModal })))

/** How long the success message is shown. */
const SUCCESS_MS = 5_000

/** The pending, approved and sent records of each term, and the button that sends them. */
export function NotificationsPanel() {
  const user = useSessionUser()
  const maySend = canSendNotifications(user.role, user)
  const [modal, setModal] = useState<
    { deed: 'letters'; row: NotificationRow | undefined } | { deed: 'send'; row: NotificationRow }
  >()
  const navigate = useNavigate()
  const [success, setSuccess] = useSuccess()
  const { put } = useListChanges(notificationList)

  const actionsOf = useCallback(
    (row: NotificationRow) =>
      notificationActions(row, maySend, (deed) => {
        if (deed !== 'missing') return setModal({ deed, row })
        return void navigate({
          to: '/dashboard',
          search: { menu: 'missing', year: row.year_name, term: row.term_name },
          state: { openedFrom: 'notification' },
        })
      }),
    [maySend, navigate],
  )
  const columns = useMemo(() => notificationColumns(actionsOf), [actionsOf])
  const card = useCallback(
    (row: NotificationRow) => <NotificationCard row={row} actions={actionsOf(row)} />,
    [actionsOf],
  )
  const close = () => setModal(undefined)
  return (
    <>
      <PageHead title="Progress Report">
        <Button
          variant="default"
          leftSection={<IconMailOpened size={20} stroke={1.75} aria-hidden />}
          onClick={() => setModal({ deed: 'letters', row: undefined })}
        >
          All Letters
        </Button>
      </PageHead>
      <MailServerNote list="GET /api/notifications">{notificationMessages.noMailServer}</MailServerNote>
      {success && (
        <Message tone="good" hasSpaceBelow>
          {success}
        </Message>
      )}
      <DataList
        source={notificationList}
        columns={columns}
        card={card}
        noun="terms"
        searchLabel="Search by year or term"
        noMatchHint="Check the spelling, or search by another year."
        emptyHint="Terms appear here with their first report or receipt."
      />
      <Suspense>
        {modal?.deed === 'send' && (
          <SendModal
            row={modal.row}
            onSent={({ message, data }) => {
              put(data)
              setSuccess(message)
            }}
            onClose={close}
          />
        )}
        {modal?.deed === 'letters' && <SentModal row={modal.row} maySend={maySend} onClose={close} />}
      </Suspense>
    </>
  )
}

/** The success message, which disappears after a while. */
function useSuccess() {
  const [success, setSuccess] = useState<string>()
  useEffect(() => {
    if (!success) return undefined
    const timer = setTimeout(() => setSuccess(undefined), SUCCESS_MS)
    return () => clearTimeout(timer)
  }, [success])
  return [success, setSuccess] as const
}
