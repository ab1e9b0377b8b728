import { Button, VisuallyHidden } from '@mantine/core'
import { IconClock, IconSend } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, useState } from 'react'
import { type NotificationRow, notificationMessages, termName } from '#contract/notifications.ts'
import { LoadFailure } from '../ui/LoadFailure.tsx'
import { useListChanges } from '../ui/list/rows/useListChanges.ts'
import { Message } from '../ui/Message.tsx'
import { useIsWithoutMail } from '../users/MailServerNote.tsx'
import frame from '../ui/modal/ModalFrame.module.css'
import { ModalFrame, SavingNotice } from '../ui/modal/ModalFrame.tsx'
import { useFocusAfterRefusal, useSaving } from '../ui/modal/useSaving.ts'
import { useModalLife } from '../ui/modal/useModalLife.ts'
import { plural } from '../ui/plural.ts'
import { notificationList, previewQuery, sendNotifications } from './notificationApi.ts'
import { SendProgress } from './SendProgress.tsx'
import { SendReview } from './SendReview.tsx'
import { NotSent } from './NotSent.tsx'

type SendModalProps = {
  row: NotificationRow
  onSent: (answer: { message: string; data: NotificationRow }) => void
  onVerify: ComponentProps<typeof NotSent>['onVerify']
  onClose: () => void
}

/** The preview of a send with its letters and the send button; then the progress. */
export function SendModal({ row, onSent, onVerify, onClose }: SendModalProps) {
  const life = useModalLife(onClose)
  const { refresh } = useListChanges(notificationList)
  const { primary, focusAfterRefusal } = useFocusAfterRefusal()
  const { data: preview, error, refetch } = useQuery(previewQuery(row))
  const isWithoutMail = useIsWithoutMail()
  const [since, setSince] = useState<number>()
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
  const letters = preview?.letters.length ?? 0

  return (
    <ModalFrame
      life={life}
      title={notificationMessages.send}
      subtitle={termName(row)}
      shape={since === undefined ? 'large' : 'narrow'}
      onAskClose={askClose}
    >
      {since === undefined ? (
        <>
          <div className={frame.body}>
            <SavingNotice notice={notice} />
            {isWithoutMail && letters > 0 && (
              <Message tone="note" icon={IconClock} hasSpaceBelow>
                You can send now. Elimu sends the letters once the mail server is set up.
              </Message>
            )}
            {error && <LoadFailure error={error} onRetry={() => void refetch()} />}
            {!preview && !error && <VisuallyHidden component="output">Loading the letters</VisuallyHidden>}
            {preview && <SendReview preview={preview} time={row} onVerify={onVerify} />}
          </div>
          <div className={frame.foot}>
            <Button variant="default" disabled={isSaving} onClick={askClose}>
              {preview && letters === 0 ? 'Close' : 'Cancel'}
            </Button>
            {letters > 0 && (
              <Button
                ref={primary}
                leftSection={<IconSend size={18} aria-hidden />}
                disabled={isSaving}
                onClick={() => void save((transfer) => sendNotifications(row, preview?.seen, transfer))}
              >
                Send {plural(letters, 'letter')}
              </Button>
            )}
          </div>
        </>
      ) : (
        <SendProgress time={row} since={since} onClose={life.close}>
          {preview && <NotSent preview={preview} time={row} onVerify={onVerify} />}
        </SendProgress>
      )}
    </ModalFrame>
  )
}
