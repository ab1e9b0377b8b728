import '@mantine/core/styles/UnstyledButton.css'
import '@mantine/core/styles/Button.css'
import '@mantine/core/styles/Input.css'
import '@mantine/core/styles/VisuallyHidden.css'
import { Button, TextInput, VisuallyHidden } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconRefresh, IconSearch } from '@tabler/icons-react'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type {
  NotificationRow,
  NotificationTime,
  SentCounts,
  SentNotification,
} from '#contract/notifications.ts'
import { formatDateTime } from '../ui/formatDate.ts'
import { LetterStateBadge } from '../letters/LetterStateBadge.tsx'
import { LoadFailure } from '../ui/LoadFailure.tsx'
import { Message } from '../ui/Message.tsx'
import frame from '../ui/modal/ModalFrame.module.css'
import { ModalFrame } from '../ui/modal/ModalFrame.tsx'
import { useModalLife } from '../ui/modal/useModalLife.ts'
import { plural } from '../ui/plural.ts'
import { BackToLetters, LetterView } from './LetterView.tsx'
import { LetterList } from './LetterList.tsx'
import { nameOf } from './notificationActions.ts'
import { retryFailed, sentQuery } from './notificationApi.ts'
import classes from './SentModal.module.css'

type SentModalProps = {
  /** The term; without it, the letters of all terms are shown. */
  row?: NotificationRow | undefined
  maySend: boolean
  onClose: () => void
}

const WIDTH = 1128
/** How often the list is loaded again while letters are on their way. */
const LOOK_AGAIN_MS = 3_000
const SEARCH_AFTER_MS = 200

/** The letters that have left, the state of each, and each exactly as it was sent. */
export function SentModal({ row, maySend, onClose }: SentModalProps) {
  const life = useModalLife(onClose)
  const client = useQueryClient()
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), SEARCH_AFTER_MS)
  const [isFailed, setIsFailed] = useState(false)
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery({
    ...sentQuery(row, { search, isFailed }),
    refetchInterval: ({ state }) => (state.data?.pages[0]?.counts.waiting ?? 0) > 0 && LOOK_AGAIN_MS,
  })
  const letters = data?.pages.flatMap((page) => page.data)
  const counts = data?.pages[0]?.counts
  const failed = counts?.failed ?? 0
  const [open, setOpen] = useState<number>()
  const closing = useRef<HTMLButtonElement>(null)
  const retry = useMutation({
    mutationFn: (time: NotificationTime) => retryFailed(time),
    // The button is removed when no failed letter is left, so the focus moves to Close.
    onSuccess: () => closing.current?.focus(),
    onSettled: () => client.invalidateQueries({ queryKey: ['notifications', 'sent'] }),
  })
  const letter = letters?.find(({ id }) => id === open)

  return (
    <ModalFrame
      life={life}
      title="Letters"
      subtitle={row && nameOf(row)}
      width={WIDTH}
      onAskClose={life.close}
      fillsPhone
    >
      <div className={frame.body}>
        {error && <LoadFailure error={error} onRetry={() => void refetch()} />}
        {retry.error && <Message tone="bad">{retry.error.message}</Message>}
        {retry.data && <Message tone="good">{retry.data.message}</Message>}
        {!letters && !error && <VisuallyHidden component="output">Loading the letters</VisuallyHidden>}
        <div className={classes.tools}>
          <TextInput
            className={classes.search ?? ''}
            type="search"
            aria-label="Search by name, ref, year or term"
            placeholder="Search by name, ref, year or term"
            leftSection={<IconSearch size={18} stroke={1.75} aria-hidden />}
            value={typed}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          />
          {(failed > 0 || isFailed) && (
            <Button
              variant={isFailed ? 'filled' : 'default'}
              aria-pressed={isFailed}
              onClick={() => setIsFailed(!isFailed)}
            >
              Failed only
            </Button>
          )}
          {counts && <output className={classes.counts}>{countsText(counts)}</output>}
        </div>
        {letters && (
          <LetterList
            label="Letters"
            entries={letters.map((sent) => ({
              id: sent.id,
              name: sent.supporter,
              badge: <LetterStateBadge state={sent.state} />,
              lines: linesOf(sent),
            }))}
            open={letter?.id}
            onOpen={setOpen}
            foot={
              letters.length === 0 ? (
                <p className={classes.hint}>No letter was found.</p>
              ) : (
                hasNextPage && (
                  <Button variant="subtle" disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
                    Earlier letters
                  </Button>
                )
              )
            }
          >
            {letter ? (
              <>
                <BackToLetters onBack={() => setOpen(undefined)} />
                <LetterView key={letter.id} of={{ sent: letter.id }} name={letter.supporter} />
              </>
            ) : (
              letters.length > 0 && <p className={classes.hint}>Choose a letter to see it as it left.</p>
            )}
          </LetterList>
        )}
      </div>
      <div className={frame.foot}>
        {maySend && row && failed > 0 && (
          <Button
            variant="default"
            leftSection={<IconRefresh size={18} stroke={1.75} aria-hidden />}
            disabled={retry.isPending}
            onClick={() => retry.mutate(row)}
          >
            Try {plural(failed, 'failed letter')} again
          </Button>
        )}
        <Button ref={closing} onClick={life.close}>
          Close
        </Button>
      </div>
    </ModalFrame>
  )
}

/** As in `412 letters, 3 on their way, 1 failed`. */
const countsText = ({ all, waiting, failed }: SentCounts) =>
  [
    plural(all, 'letter'),
    ...(waiting > 0 ? [`${waiting} on ${waiting === 1 ? 'its' : 'their'} way`] : []),
    ...(failed > 0 ? [`${failed} failed`] : []),
  ].join(', ')

/** The lines about a letter: recipient, students, time, number of attempts, and the mail server's answer. */
function linesOf({
  year,
  term,
  recipient,
  students,
  attached,
  attempts,
  answer,
  created_at,
  sent_at,
  sent_by,
}: SentNotification) {
  const tries = attempts > 0 ? `, ${plural(attempts, 'attempt')}` : ''
  return [
    `${recipient}, ${plural(attached, 'PDF')}`,
    `${term} ${year}: ${students.map(({ name }) => name).join(', ')}`,
    sent_at
      ? `Sent ${formatDateTime(sent_at)} by ${sent_by}${tries}`
      : `Written ${formatDateTime(created_at)} by ${sent_by}${tries}`,
    ...(answer ? [answer] : []),
  ]
}
