import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type NotificationRow, notificationMessages, termName } from '#contract/notifications.ts'
import type { RecordKind } from '../records/recordKinds.ts'
import { LoadFailure } from '../ui/LoadFailure.tsx'
import { useListChanges } from '../ui/list/rows/useListChanges.ts'
import { ModalFrame } from '../ui/modal/ModalFrame.tsx'
import { useFocusAfterRefusal, useSaving } from '../ui/modal/useSaving.ts'
import { useModalLife } from '../ui/modal/useModalLife.ts'
import { NothingToSend } from './NothingToSend.tsx'
import { notificationList, previewQuery, sendNotifications } from './notificationApi.ts'
import { SendProgress } from './SendProgress.tsx'
import { SendReview } from './SendReview.tsx'

type SendModalProps = {
  row: NotificationRow
  onSent: (answer: { message: string; data: NotificationRow }) => void
  /** Opens the term's unverified records; undefined for users who may not verify. */
  onVerify: ((kind: RecordKind) => void) | undefined
  onClose: () => void
}

/** The preview of a send with its letters and the send button, then the progress; or why nothing can be sent. */
export function SendModal({ row, onSent, onVerify, onClose }: SendModalProps) {
  const life = useModalLife(onClose)
  const { refresh } = useListChanges(notificationList)
  const { primary, focusAfterRefusal } = useFocusAfterRefusal()
  const [since, setSince] = useState<number>()
  const { data: preview, error, refetch } = useQuery({ ...previewQuery(row), enabled: since === undefined })
  /** The supporter whose letter is shown. */
  const [chosen, setChosen] = useState<number>()
  const { phase, notice, save } = useSaving<Awaited<ReturnType<typeof sendNotifications>>>({
    onSaved: (answer) => {
      onSent(answer)
      if (answer.since === null) life.close()
      else setSince(answer.since)
    },
    onFailed: () => {
      focusAfterRefusal()
      // Some or all may have been sent by another user, or by a call whose answer was lost.
      void refetch()
      refresh()
    },
    // Stays open, to show the progress.
    close: () => {},
  })
  const isSaving = phase === 'saving'
  const askClose = () => {
    if (!isSaving) life.close()
  }
  const failure = error && <LoadFailure error={error} onRetry={() => void refetch()} />
  const letters = preview?.letters.length ?? row.letters
  if (since === undefined && letters === 0)
    return (
      <NothingToSend life={life} row={row} preview={preview} notice={notice}>
        {failure}
      </NothingToSend>
    )
  const open = { chosen, onChoose: setChosen }
  return (
    <ModalFrame
      life={life}
      title={notificationMessages.send}
      subtitle={termName(row)}
      shape="fill"
      onAskClose={askClose}
    >
      {since === undefined ? (
        <SendReview
          {...open}
          preview={preview}
          time={row}
          notice={notice}
          isSaving={isSaving}
          primary={primary}
          onVerify={onVerify}
          onSend={() => void save((transfer) => sendNotifications(row, preview?.seen, transfer))}
          onClose={askClose}
        >
          {failure}
        </SendReview>
      ) : (
        <SendProgress {...open} time={row} since={since} onClose={life.close} />
      )}
    </ModalFrame>
  )
}
