import { Box, Button } from '@mantine/core'
import { IconClockPause } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { canAnonymise, canCancelAnonymise } from '#contract/permissions.ts'
import { type Erasure, erasureMessages } from '#contract/privacy/erasure.ts'
import { formatDate, formatDay } from '../../ui/formatDate.ts'
import { Message } from '../../ui/Message.tsx'
import { useSessionUser } from '../../ui/sessionUser.ts'
import { mentionsQuery, type RecordStudent } from './erasureApi.ts'
import { Mentions } from './Mentions.tsx'
import { useCancelAnonymise } from './useCancelAnonymise.tsx'

type ErasureBannerProps = { student: RecordStudent; erasure: Erasure | null }

/** Above the record of a student that waits to be anonymised, or is. */
export function ErasureBanner({ student: { id, name }, erasure }: ErasureBannerProps) {
  const { role } = useSessionUser()
  const { cancel, isPending, failure, success } = useCancelAnonymise()
  if (!erasure) return success
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
      {failure}
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
              onClick={() => cancel(id)}
            >
              Cancel anonymising
            </Button>
          )
        }
      >
        <b>{erasureMessages.started(formatDay(on))}</b> Started by {by} on {formatDate(started_at)}
        {asked_by && `, at the request of ${asked_by}`}. Until then it cannot be changed.
      </Message>
      {canAnonymise(role) && <OtherRecords id={id} day={formatDay(on)} />}
    </>
  )
}

/** The texts that are still to be corrected before the record is anonymised. */
function OtherRecords({ id, day }: { id: number; day: string }) {
  const { data: found } = useQuery(mentionsQuery(id))
  if (!found || found.total === 0) return null
  return (
    <Box className="el-card" p="s4" mb="s4">
      <Mentions day={day} found={found} />
    </Box>
  )
}
