import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { type NotificationRow, termSearchText } from '#contract/notifications.ts'
import { canSendNotifications, canVerifyRecords } from '#contract/permissions.ts'
import { type Task, TaskDialog } from '../missing/TaskDialog.tsx'
import type { RecordKind } from '../records/recordKinds.ts'
import { ListView } from '../ui/list/ListView.tsx'
import { useListChanges } from '../ui/list/rows/useListChanges.ts'
import { retryUntilAnswered, useLoadedRows } from '../ui/list/rows/useListRows.ts'
import { useListState } from '../ui/list/rows/useListState.ts'
import { MailServerNote } from '../users/MailServerNote.tsx'
import { Message } from '../ui/Message.tsx'
import { PageHead } from '../ui/PageHead.tsx'
import { useSessionUser } from '../ui/sessionUser.ts'
import { lazyDialog } from '../ui/modal/lazyDialog.tsx'
import { useWidth } from '../ui/useIsPhone.ts'
import { notificationList, termsQuery, timeOf } from './notificationApi.ts'
import { notificationColumns } from './notificationColumns.tsx'
import { TermCard } from './TermCard.tsx'
import classes from './Terms.module.css'
import { TermSend } from './TermSend.tsx'
import { TermSentence } from './TermSentence.tsx'

const SendModal = lazyDialog(async () => (await import('./SendModal.tsx')).SendModal)

/** How long the success message is shown. */
const SUCCESS_MS = 5_000

/** The pending, approved and sent records of each term, and the button that sends them. */
export function NotificationsPanel() {
  const user = useSessionUser()
  const maySend = canSendNotifications(user.role, user)
  const [sending, setSending] = useState<NotificationRow>()
  const [success, setSuccess] = useSuccess(sending !== undefined)
  const { put, refresh } = useListChanges(notificationList)
  const [task, setTask] = useState<Task>()
  const verify = (time: NotificationRow, kind: RecordKind) => {
    setSending(undefined)
    const go = () => setTask({ of: 'receipt', time: timeOf(time) })
    const onward = kind === 'report' ? { word: 'Verify receipts', go } : undefined
    setTask({ of: kind, time: timeOf(time), onward })
  }

  const hasCards = useWidth('(max-width: 74.99em)')
  const columns = useMemo(
    () => notificationColumns(maySend ? (row) => <TermSend row={row} onOpen={setSending} /> : undefined),
    [maySend],
  )
  const card = useCallback(
    (row: NotificationRow) => (
      <TermCard row={row} send={maySend && <TermSend row={row} onOpen={setSending} />} />
    ),
    [maySend],
  )
  const { data: terms, error, refetch } = useQuery({ ...termsQuery, ...retryUntilAnswered })
  const controls = useListState()
  const loaded = { data: terms, searchText: termSearchText, error, retry: () => void refetch() }
  const list = useLoadedRows(loaded, columns, controls)
  const newest = terms?.find(({ is_newest }) => is_newest)
  return (
    <>
      <PageHead
        title="Progress Report"
        subtitle={newest && <TermSentence row={newest} maySend={maySend} />}
      />
      <MailServerNote />
      {success && (
        <Message tone="good" hasSpaceBelow>
          {success}
        </Message>
      )}
      <div className={classes.panel}>
        <ListView
          list={list}
          controls={controls}
          rowKey={notificationList.rowKey}
          columns={columns}
          card={card}
          hasCards={hasCards}
          noun="terms"
          searchLabel="Search by year or term"
          noMatchHint="Check the spelling, or search by another year."
          emptyHint="Terms appear here with their first report or receipt."
        />
      </div>
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
