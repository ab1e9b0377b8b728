import { Button } from '@mantine/core'
import { IconClockPause } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { canCancelAnonymise } from '#contract/permissions.ts'
import { type Erasure, erasureMessages } from '#contract/rights/erasure.ts'
import { call } from '../../ui/call.ts'
import { formatDate, formatDay } from '../../ui/formatDate.ts'
import { messageOf } from '../../ui/http.ts'
import { Message } from '../../ui/Message.tsx'
import { useSessionUser } from '../../ui/sessionUser.ts'
import { useRightsChanged } from '../requests/requestApi.ts'
import type { RecordStudent } from './erasureApi.ts'

type ErasureBannerProps = { student: RecordStudent; erasure: Erasure | null }

/** Above the record of a student that waits to be anonymised, or is. */
export function ErasureBanner({ student: { id, name }, erasure }: ErasureBannerProps) {
  const { role } = useSessionUser()
  const changed = useRightsChanged()
  const { mutate, isPending, error, data } = useMutation({
    mutationFn: () => call('DELETE /api/students/:id/anonymise', { params: { id } }),
    onSettled: changed,
  })
  if (!erasure) return data && <Cancelled>{data.message}</Cancelled>
  if (erasure.state === 'anonymised')
    return (
      <Message tone="done" hasSpaceBelow>
        <b>Names, texts, files and letters were removed on {formatDay(erasure.on)}.</b> Marks and amounts
        stay, for the totals of past years.
      </Message>
    )
  const { on, by, started_at, asked_by } = erasure
  return (
    <>
      {error && (
        <Message tone="bad" hasSpaceBelow>
          {messageOf(error)}
        </Message>
      )}
      <Message
        tone="note"
        icon={IconClockPause}
        hasSpaceBelow
        action={
          canCancelAnonymise(role) && (
            <Button
              variant="default"
              disabled={isPending}
              aria-label={`Cancel anonymising ${name}`}
              onClick={() => mutate()}
            >
              Cancel
            </Button>
          )
        }
      >
        <b>{erasureMessages.started(formatDay(on))}</b> Started by {by} on {formatDate(started_at)}
        {asked_by && `, at the request of ${asked_by}`}. Until then it cannot be changed.
      </Message>
    </>
  )
}

/** Takes the focus, because the button that had it is removed. */
function Cancelled({ children }: { children: string }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])
  return (
    <div ref={box} tabIndex={-1}>
      <Message tone="good" hasSpaceBelow>
        {children}
      </Message>
    </div>
  )
}
