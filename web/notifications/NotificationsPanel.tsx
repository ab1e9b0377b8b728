import { useNavigate } from '@tanstack/react-router'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { letterMessages } from '#contract/letters.ts'
import type { NotificationRow } from '#contract/notifications.ts'
import { canSendNotifications, canVerifyRecords } from '#contract/permissions.ts'
import { type Task, TaskDialog } from '../missing/TaskDialog.tsx'
import type { RecordKind } from '../records/recordKinds.ts'
import { DataList } from '../ui/list/DataList.tsx'
import { useListChanges } from '../ui/list/rows/useListChanges.ts'
import { timeText } from '../letters/lettersAddress.ts'
import { MailServerNote } from '../users/MailServerNote.tsx'
import { Message } from '../ui/Message.tsx'
import { PageHead } from '../ui/PageHead.tsx'
import { useSessionUser } from '../ui/sessionUser.ts'
import { lazyDialog } from '../ui/modal/lazyDialog.tsx'
import { useIsPhone } from '../ui/useIsPhone.ts'
import { notificationList, timeOf } from './notificationApi.ts'
import { NotificationCard, notificationColumns } from './notificationColumns.tsx'
import classes from './Terms.module.css'
import { TermActions } from './TermActions.tsx'

const SendModal = lazyDialog(async () => (await import('./SendModal.tsx')).SendModal)

/** How long the success message is shown. */
const SUCCESS_MS = 5_000

/** The pending, approved and sent records of each term, and the button that sends them. */
export function NotificationsPanel() {
  const user = useSessionUser()
  const maySend = canSendNotifications(user.role, user)
  const [sending, setSending] = useState<NotificationRow>()
  const ways = useTermLinks()
  const [success, setSuccess] = useSuccess(sending !== undefined)
  const { put, refresh } = useListChanges(notificationList)
  const [task, setTask] = useState<Task>()
  const verify = (time: NotificationRow, kind: RecordKind) => {
    setSending(undefined)
    const go = () => setTask({ of: 'receipt', time: timeOf(time) })
    const onward = kind === 'report' ? { word: 'Verify receipts', go } : undefined
    setTask({ of: kind, time: timeOf(time), onward })
  }

  // On a phone the first term is visible without scrolling.
  const isPhone = useIsPhone()
  const note = <MailServerNote>{letterMessages.noMailServer}</MailServerNote>
  const actionsOf = useCallback(
    (row: NotificationRow) => <TermActions row={row} send={maySend ? setSending : undefined} {...ways} />,
    [maySend, ways],
  )
  const columns = useMemo(
    () => notificationColumns(maySend ? 'Email Notifications' : 'Actions', actionsOf),
    [maySend, actionsOf],
  )
  const card = useCallback(
    (row: NotificationRow) => <NotificationCard row={row} actions={actionsOf(row)} />,
    [actionsOf],
  )
  return (
    <>
      <PageHead title="Progress Report" />
      {!isPhone && note}
      {success && (
        <Message tone="good" hasSpaceBelow>
          {success}
        </Message>
      )}
      <div className={classes.panel}>
        <DataList
          source={notificationList}
          columns={columns}
          card={card}
          noun="terms"
          searchLabel="Search by year or term"
          noMatchHint="Check the spelling, or search by another year."
          emptyHint="Terms appear here with their first report or receipt."
        />
      </div>
      {isPhone && note}
      {task && (
        <TaskDialog
          task={task}
          onClose={() => {
            setTask(undefined)
            refresh()
          }}
        />
      )}
      {sending && (
        <SendModal
          row={sending}
          onSent={({ message, data }) => {
            put(data)
            setSuccess(message)
          }}
          onVerify={canVerifyRecords(user.role) ? (kind) => verify(sending, kind) : undefined}
          onClose={() => setSending(undefined)}
        />
      )}
    </>
  )
}

/** Opens the tabs about a term. */
function useTermLinks() {
  const navigate = useNavigate()
  return useMemo(
    () => ({
      letters: (row: NotificationRow) =>
        void navigate({ to: '/dashboard', search: { menu: 'letters', time: timeText(row) } }),
      missing: (row: NotificationRow) =>
        void navigate({
          to: '/dashboard',
          search: { menu: 'missing', year: row.year_name, term: row.term_name },
        }),
    }),
    [navigate],
  )
}

/** The success message. It disappears some time after no dialog covers it any more. */
function useSuccess(isCovered: boolean) {
  const [success, setSuccess] = useState<string>()
  useEffect(() => {
    if (!success || isCovered) return undefined
    const timer = setTimeout(() => setSuccess(undefined), SUCCESS_MS)
    return () => clearTimeout(timer)
  }, [success, isCovered])
  return [success, setSuccess] as const
}
