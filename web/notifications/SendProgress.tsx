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
import { plural } from '../ui/plural.ts'
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
export function SendProgress({ time, since, onClose, ...open }: SendProgressProps) {
  const { role } = useSessionUser()
  const [search, setSearch] = useState('')
  const { data, error, refetch } = useQuery(sentQuery(timeOf(time), since, useDeferredValue(search.trim())))
  const { sent, sending, waiting, failed } = useQuery(sentQuery(timeOf(time), since, '')).data?.counts ?? NONE
  const all = sent + sending + waiting + failed
  const isWithoutMail = data?.mail_server === false
  const isSending = !data || (!isWithoutMail && sending + waiting > 0)
  const closing = useRef<HTMLButtonElement>(null)
  // The focused button that sent them was removed.
  useEffect(() => closing.current?.focus(), [])
  const rest = (data?.meta.total ?? 0) - SENT_SHOWN
  return (
    <>
      <SendPanes
        {...open}
        title="Letters"
        hint={rest > 0 ? `the first ${SENT_SHOWN}` : isSending || failed === 0 ? all : 'failed first'}
        rows={data?.data.map((letter) => rowOf(letter, role))}
        search={search}
        onSearch={setSearch}
      >
        {error && <LoadFailure error={error} onRetry={() => void refetch()} />}
        <output className={`el-numbers ${classes.progress}`}>
          {!isSending && !isWithoutMail && <IconCircleCheck size={26} color="var(--el-green)" aria-hidden />}
          <Text span className="el-strong" fz="1.125rem" lh="1.5625rem">
            {sent} of {plural(all, 'letter')} {all === 1 ? 'is' : 'are'} sent.
          </Text>{' '}
          <span className="el-ink-2">
            {isSending && 'You can close this; Elimu continues to send.'}
            {isWithoutMail && 'Elimu sends them once the mail server is set up.'}
            {!isSending && failed > 0 && `${failed} failed. Correct their addresses, then try again.`}
          </span>
        </output>
        <ProgressBar label="Letters sent" percent={all === 0 ? 0 : Math.floor((100 * sent) / all)} isTall />
      </SendPanes>
      <div className={frame.foot}>
        <Button ref={closing} variant={!isSending && failed > 0 ? 'default' : 'filled'} onClick={onClose}>
          Close
        </Button>
        {!isSending && failed > 0 && (
          <Button
            renderRoot={(props) => (
              <Link
                to="/dashboard"
                search={{ menu: 'letters', time: timeText(time), state: 'failed' }}
                {...props}
              />
            )}
          >
            Open the {failed === 1 ? 'failed letter' : `${failed} failed letters`}
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
    about: problem ?? aboutOf(letter).filter(Boolean).join(' '),
    hasProblem: problem !== undefined,
    aside: <LetterStateBadge state={letter.state} />,
    of: { id: letter.id },
  }
}
