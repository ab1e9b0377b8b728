import '@mantine/core/styles/UnstyledButton.css'
import '@mantine/core/styles/Button.css'
import '@mantine/core/styles/VisuallyHidden.css'
import { Button, VisuallyHidden } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  leftOutKinds,
  leftOutReasons,
  type NotificationPreview,
  type NotificationRow,
  notificationMessages,
} from '#contract/notifications.ts'
import { LoadFailure } from '../ui/LoadFailure.tsx'
import { useListChanges } from '../ui/list/useListChanges.ts'
import { MailServerNote } from '../letters/MailServerNote.tsx'
import frame from '../ui/modal/ModalFrame.module.css'
import { ModalFrame, SavingNotice } from '../ui/modal/ModalFrame.tsx'
import { useFocusAfterRefusal, useSaving } from '../ui/modal/useSaving.ts'
import { useModalLife } from '../ui/modal/useModalLife.ts'
import { plural } from '../ui/plural.ts'
import { BackToLetters, LetterView } from './LetterView.tsx'
import { LetterList } from './LetterList.tsx'
import { nameOf } from './notificationActions.ts'
import { notificationList, previewQuery, sendNotifications, timeOf } from './notificationApi.ts'
import classes from './SendModal.module.css'

type SendModalProps = {
  row: NotificationRow
  onSent: (answer: { message: string; data: NotificationRow }) => void
  onClose: () => void
}

const WIDTH = 1128

/** What a send will do, with each letter as it will arrive, and the button that sends them. */
export function SendModal({ row, onSent, onClose }: SendModalProps) {
  const life = useModalLife(onClose)
  const client = useQueryClient()
  const { refresh } = useListChanges(notificationList)
  const { primary, focusAfterRefusal } = useFocusAfterRefusal()
  const { data: preview, error, refetch } = useQuery(previewQuery(row))
  const [open, setOpen] = useState<number>()
  const { phase, notice, save } = useSaving<Awaited<ReturnType<typeof sendNotifications>>>({
    onSaved: (answer) => {
      onSent(answer)
      void client.invalidateQueries({ queryKey: ['notifications', 'sent'] })
      // The panel shows the success message.
      life.close()
    },
    onRefused: () => {
      focusAfterRefusal()
      // Some or all may have been sent anyway: by somebody else, or by a call whose answer was lost.
      void refetch()
      refresh()
    },
    close: life.close,
  })
  const isBusy = phase !== 'idle'
  const askClose = () => {
    if (phase !== 'saving') life.close()
  }
  const letters = preview?.letters ?? []
  const addressee = letters.find(({ supporter_id }) => supporter_id === open)

  return (
    <ModalFrame
      life={life}
      title={notificationMessages.send}
      subtitle={nameOf(row)}
      width={WIDTH}
      onAskClose={askClose}
      fillsPhone
    >
      <div className={frame.body}>
        <SavingNotice notice={notice} />
        <MailServerNote list="GET /api/notifications">{notificationMessages.noMailServer}</MailServerNote>
        {error && <LoadFailure error={error} onRetry={() => void refetch()} />}
        {!preview && !error && <VisuallyHidden component="output">Loading the letters</VisuallyHidden>}
        {preview && (
          <>
            <p className={classes.summary}>{summaryOf(letters)}</p>
            <LetterList
              label="Letters"
              entries={letters.map(({ supporter_id, name, email, students }) => ({
                id: supporter_id,
                name,
                lines: [email, students.map((student) => `${student.name}: ${inWords(student)}`).join('; ')],
              }))}
              open={addressee?.supporter_id}
              onOpen={setOpen}
              foot={preview.left_out.length > 0 && <LeftOut students={preview.left_out} />}
            >
              {addressee ? (
                <>
                  <BackToLetters onBack={() => setOpen(undefined)} />
                  <LetterView
                    key={addressee.supporter_id}
                    of={{ time: timeOf(row), supporter_id: addressee.supporter_id }}
                    name={addressee.name}
                  />
                </>
              ) : (
                letters.length > 0 && <p>Choose a letter to see it as it will arrive.</p>
              )}
            </LetterList>
          </>
        )}
      </div>
      <div className={frame.foot}>
        <Button variant="default" disabled={isBusy} onClick={askClose}>
          Cancel
        </Button>
        <Button
          ref={primary}
          leftSection={<IconSend size={18} stroke={1.75} aria-hidden />}
          disabled={isBusy || letters.length === 0}
          onClick={() => void save((transfer) => sendNotifications(row, preview?.seen, transfer))}
        >
          {letters.length > 0 ? `Send ${plural(letters.length, 'letter')}` : 'Nothing to send'}
        </Button>
      </div>
    </ModalFrame>
  )
}

function summaryOf(letters: { students: { reports: number; receipts: number }[] }[]): string {
  const students = letters.flatMap((letter) => letter.students)
  if (students.length === 0) return 'There is nobody to write to: see what is left out, and why.'
  return `${plural(letters.length, 'supporter')} will read about ${plural(students.length, 'student')}: ${inWords(countsOf(students))}.`
}

type LeftOutProps = { students: NotificationPreview['left_out'] }

/** The approved records that will not be sent, and why. */
const LeftOut = ({ students }: LeftOutProps) => (
  <section className={classes.box} aria-labelledby="left-out">
    <h3 id="left-out" className={classes.title}>
      Left out, and stays Approved
    </h3>
    {leftOutKinds.map((reason) => {
      const own = students.filter((student) => student.reason === reason)
      if (own.length === 0) return null
      return (
        <div key={reason}>
          <h4 className={classes.reason}>{leftOutReasons[reason]}</h4>
          <ul className={classes.list}>
            {own.map((student) => (
              <li key={student.id}>
                {student.name} ({student.ref}): {inWords(student)}
              </li>
            ))}
          </ul>
        </div>
      )
    })}
  </section>
)

type Counts = { reports: number; receipts: number }

const countsOf = (rows: Counts[]): Counts => ({
  reports: rows.reduce((sum, { reports }) => sum + reports, 0),
  receipts: rows.reduce((sum, { receipts }) => sum + receipts, 0),
})

/** As in `1 report card and 2 receipts`. */
function inWords({ reports, receipts }: Counts): string {
  const parts = [
    ...(reports > 0 ? [plural(reports, 'report card')] : []),
    ...(receipts > 0 ? [plural(receipts, 'receipt')] : []),
  ]
  return parts.join(' and ')
}
