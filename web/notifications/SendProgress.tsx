import { Button, Text } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ComponentProps, useDeferredValue, useEffect, useRef, useState } from 'react'
import type { Letter, LetterCounts } from '#contract/letters.ts'
import type { NotificationTime } from '#contract/notifications.ts'
import { SENT_SHOWN, sentQuery } from '../letters/letterApi.ts'
import { aboutOf, nameOf } from '../letters/letterColumns.tsx'
import { LetterStateBadge } from '../letters/LetterStateBadge.tsx'
import { timeText } from '../letters/lettersAddress.ts'
import { problemOf } from '../letters/letterProblem.ts'
import { LoadFailure } from '../ui/LoadFailure.tsx'
import frame from '../ui/modal/ModalFrame.module.css'
import { plural, verb } from '../ui/plural.ts'
import { ProgressBar } from '../ui/ProgressBar.tsx'
import { useSessionUser } from '../ui/sessionUser.ts'
import { timeOf } from './notificationApi.ts'
import classes from './Send.module.css'
import { type LetterRow, SendPanes } from './SendPanes.tsx'

type SendProgressProps = Pick<ComponentProps<typeof SendPanes>, 'chosen' | 'onChoose'> & {
  time: NotificationTime
  /** The first letter of this send. */
  since: number
  onClose: () => void
}

const NONE: LetterCounts = { sent: 0, sending: 0, waiting: 0, failed: 0 }

/** The progress of a send. It continues in the background when this is closed. */
export function SendProgress({ time, since, onClose, ...shown }: SendProgressProps) {
  const { role } = useSessionUser()
  const [search, setSearch] = useState('')
  const { data, error, refetch } = useQuery(sentQuery(timeOf(time), since, useDeferredValue(search.trim())))
  const whole = useQuery(sentQuery(timeOf(time), since, '')).data
  const { sent, sending, waiting, failed } = whole?.counts ?? NONE
  const [all, open] = [sent + sending + waiting + failed, sending + waiting]
  const isWithoutMail = data?.mail_server === false
  const isSending = !data || (!isWithoutMail && open > 0)
  /** Whether every letter that is left has failed once. */
  const isRetrying = isSending && open > 0 && whole?.tried_again === open
  const hasProblems = isRetrying || (!isSending && failed > 0)
  const closing = useRef<HTMLButtonElement>(null)
  // The focused button that sent them was removed.
  useEffect(() => closing.current?.focus(), [])
  const rest = (data?.meta.total ?? 0) - SENT_SHOWN
  return (
    <>
      <SendPanes
        {...shown}
        title="Letters"
        hint={rest > 0 ? `the first ${SENT_SHOWN}` : isSending || failed === 0 ? all : 'failed first'}
        rows={data?.data
          .map((letter) => rowOf(letter, role))
          .toSorted((one, other) => Number(other.hasProblem) - Number(one.hasProblem))}
        search={search}
        onSearch={setSearch}
      >
        {error && <LoadFailure error={error} onRetry={() => void refetch()} />}
        <output className={`el-numbers ${classes.progress}`}>
          {!isSending && !isWithoutMail && <IconCircleCheck size={26} color="var(--el-green)" aria-hidden />}
          <Text span className="el-strong" fz="1.125rem" lh="1.5625rem">
            {sent} of {plural(all, 'letter')} {verb(all, 'is')} sent.
          </Text>{' '}
          <span className="el-ink-2">
            {isSending &&
              (isRetrying
                ? `${open} could not be delivered yet. Elimu tries again by itself for a day.`
                : 'You can close this; Elimu continues to send.')}
            {isWithoutMail && 'Elimu sends them once the mail server is set up.'}
            {!isSending && failed > 0 && `${failed} failed. Correct their addresses, then try again.`}
          </span>
        </output>
        <ProgressBar label="Letters sent" percent={all === 0 ? 0 : Math.floor((100 * sent) / all)} isTall />
      </SendPanes>
      <div className={frame.foot}>
        <Button ref={closing} variant={hasProblems ? 'default' : 'filled'} onClick={onClose}>
          Close
        </Button>
        {hasProblems && (
          <Button
            renderRoot={(props) => (
              <Link
                to="/dashboard"
                search={{ menu: 'letters', time: timeText(time), state: isRetrying ? 'waiting' : 'failed' }}
                {...props}
              />
            )}
          >
            {isRetrying
              ? open === 1
                ? 'Open the letter'
                : `Open the ${open} letters`
              : `Open the ${failed === 1 ? 'failed letter' : `${failed} failed letters`}`}
          </Button>
        )}
      </div>
    </>
  )
}

function rowOf(letter: Letter, role: number): LetterRow {
  const problem = problemOf(letter, role)?.what
  return {
    supporter_id: letter.to?.id ?? -letter.id,
    name: nameOf(letter),
    email: letter.recipient,
    about: problem ?? (letter.students > 1 ? plural(letter.students, 'student') : aboutOf(letter)[0]),
    hasProblem: problem !== undefined,
    aside: <LetterStateBadge state={letter.state} />,
    of: { id: letter.id },
  }
}
