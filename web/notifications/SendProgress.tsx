import { Button, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import { type LetterCounts, letterMessages } from '#contract/letters.ts'
import type { NotificationTime } from '#contract/notifications.ts'
import { sentQuery } from '../letters/letterApi.ts'
import { nameOf } from '../letters/letterColumns.tsx'
import { LetterStateBadge, LetterStateCount } from '../letters/LetterStateBadge.tsx'
import { timeText } from '../letters/lettersAddress.ts'
import { problemOf } from '../letters/letterProblem.ts'
import { LoadFailure } from '../ui/LoadFailure.tsx'
import { ProgressBar } from '../ui/ProgressBar.tsx'
import { MailServerNote } from '../users/MailServerNote.tsx'
import frame from '../ui/modal/ModalFrame.module.css'
import { timeOf } from './notificationApi.ts'
import classes from './Send.module.css'

type SendProgressProps = {
  time: NotificationTime
  /** The first letter of this send. */
  since: number
  onClose: () => void
  /** The skipped students, with reasons. */
  children: ReactNode
}

const NONE: LetterCounts = { sent: 0, sending: 0, waiting: 0, failed: 0 }
const states = ['sent', 'sending', 'waiting', 'failed'] as const

/** The progress of a send. It continues in the background when this is closed. */
export function SendProgress({ time, since, onClose, children }: SendProgressProps) {
  const { data, error, refetch } = useQuery(sentQuery(timeOf(time), since))
  const counts = data?.counts ?? NONE
  const all = states.reduce((sum, state) => sum + counts[state], 0)
  const percent = all === 0 ? 0 : Math.floor((100 * counts.sent) / all)
  const isGoing = !data || (data.mail_server && counts.sending + counts.waiting > 0)
  const closing = useRef<HTMLButtonElement>(null)
  // The focused button that sent them was removed.
  useEffect(() => closing.current?.focus(), [])
  return (
    <>
      <div className={frame.body}>
        <MailServerNote>{letterMessages.noMailServer}</MailServerNote>
        {error && <LoadFailure error={error} onRetry={() => void refetch()} />}
        <output className={`el-ink-2 el-numbers ${classes.count}`}>
          <strong className="el-h1" style={{ color: 'var(--el-ink)' }}>
            {counts.sent} of {all}
          </strong>{' '}
          letters sent <span style={{ marginLeft: 'auto' }}>{percent}%</span>
        </output>
        <div className="el-row" style={{ margin: '8px 0 12px' }}>
          <ProgressBar label="Letters sent" percent={percent} isTall />
        </div>
        {isGoing && (
          <p className="el-ink-2" style={{ margin: '0 0 14px' }}>
            You may close this. The letters go on by themselves; the page Letters shows each.
          </p>
        )}
        <Group gap="var(--el-s2)" mb={14}>
          {states
            .filter((state) => counts[state] > 0)
            .map((state) => (
              <LetterStateCount key={state} state={state} count={counts[state]} />
            ))}
        </Group>
        {children}
        <ul
          className={`el-list el-box ${classes.letters}`}
          style={{ borderRadius: 'var(--el-r-md)' }}
          aria-label="Letters"
        >
          {data?.data.map((letter) => {
            const trouble = problemOf(letter)?.what
            return (
              <li key={letter.id} className="el-between">
                <span>
                  <strong className="el-strong" style={{ display: 'block' }}>
                    {nameOf(letter)}
                  </strong>
                  <span className="el-sm el-ink-3 el-break" style={{ color: trouble && 'var(--el-red)' }}>
                    {trouble ?? letter.recipient}
                  </span>
                </span>
                <LetterStateBadge state={letter.state} />
              </li>
            )
          })}
        </ul>
      </div>
      <div className={frame.foot}>
        <Link
          to="/dashboard"
          search={{ menu: 'letters', time: timeText(time), from: 'notification' }}
          state={{ openedFrom: 'notification' }}
          className="el-strong"
          style={{ marginRight: 'auto', padding: '12px 0' }}
        >
          Open Letters
        </Link>
        <Button ref={closing} variant="default" onClick={onClose}>
          Close
        </Button>
        {isGoing && <Button disabled>Sending…</Button>}
      </div>
    </>
  )
}
