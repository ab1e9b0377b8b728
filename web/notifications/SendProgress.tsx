import { Box, Button, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import type { LetterCounts } from '#contract/letters.ts'
import type { NotificationTime } from '#contract/notifications.ts'
import { useSessionUser } from '../ui/sessionUser.ts'
import { sentQuery } from '../letters/letterApi.ts'
import { nameOf } from '../letters/letterColumns.tsx'
import { LetterStateBadge, LetterStateCount } from '../letters/LetterStateBadge.tsx'
import { timeText } from '../letters/lettersAddress.ts'
import { problemOf } from '../letters/letterProblem.ts'
import { LoadFailure } from '../ui/LoadFailure.tsx'
import { ProgressBar } from '../ui/ProgressBar.tsx'
import frame from '../ui/modal/ModalFrame.module.css'
import { timeOf } from './notificationApi.ts'

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
  const { role } = useSessionUser()
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
        {error && <LoadFailure error={error} onRetry={() => void refetch()} />}
        <Group component="output" className="el-ink-2 el-numbers" align="baseline" gap="s2">
          <Text component="strong" className="el-h1" c="var(--el-ink)">
            {counts.sent} of {all}
          </Text>{' '}
          letters sent <Box ml="auto">{percent}%</Box>
        </Group>
        <Group m="8px 0 12px">
          <ProgressBar label="Letters sent" percent={percent} isTall />
        </Group>
        {isGoing && (
          <Text inherit className="el-ink-2" mb={14}>
            You may close this. The letters go on by themselves; the page Letters shows each.
          </Text>
        )}
        <Group gap="var(--el-s2)" mb={14}>
          {states
            .filter((state) => counts[state] > 0)
            .map((state) => (
              <LetterStateCount key={state} state={state} count={counts[state]} />
            ))}
        </Group>
        {children}
        <Box
          component="ul"
          className="el-box el-ruled"
          bdrs="md"
          aria-label="Letters"
          hidden={!data?.data.length}
        >
          {data?.data.map((letter) => {
            const trouble = problemOf(letter, role)?.what
            return (
              <Group
                key={letter.id}
                component="li"
                justify="space-between"
                wrap="nowrap"
                gap="s3"
                mih={52}
                p="6px 12px 6px 16px"
                lh="ui"
              >
                <div>
                  <strong className="el-strong">{nameOf(letter)}</strong>
                  <Text className="el-sm el-break" c={trouble ? 'var(--el-red)' : 'var(--el-ink-3)'}>
                    {trouble ?? letter.recipient}
                  </Text>
                </div>
                <LetterStateBadge state={letter.state} />
              </Group>
            )
          })}
        </Box>
      </div>
      <div className={frame.foot}>
        <Box mr="auto" py={12}>
          <Link to="/dashboard" search={{ menu: 'letters', time: timeText(time) }} className="el-strong">
            Open Letters
          </Link>
        </Box>
        <Button ref={closing} variant="default" onClick={onClose}>
          Close
        </Button>
        {isGoing && <Button disabled>Sending …</Button>}
      </div>
    </>
  )
}
