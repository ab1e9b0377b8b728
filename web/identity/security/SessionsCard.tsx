import { Button, VisuallyHidden } from '@mantine/core'
import { IconClockPause, IconLogout } from '@tabler/icons-react'
import { useState } from 'react'
import { ENDED_DAYS, endingWords, type Security } from '#contract/identity/account.ts'
import { call } from '../../ui/call.ts'
import type { ListColumn } from '../../ui/list/ListColumn.ts'
import { FoldButton } from '../../ui/FoldButton.tsx'
import { CardNote } from '../../ui/form/NumberedList.tsx'
import { plural } from '../../ui/plural.ts'
import { useSecurityChange } from '../accountApi.ts'
import { ChangeNotice, DeviceName, RowButton, type RowChange, SecurityCard } from './SecurityCard.tsx'
import classes from './security.module.css'
import { agoWords, momentWords } from './securityWords.ts'

type Session = Security['sessions'][number]
type Ended = Security['ended'][number]

/** Where the user is signed in, and the sign-ins that have ended. */
export function SessionsCard({ security, now }: { security: Security; now: Date }) {
  const { sessions, ended } = security
  const end = useSecurityChange((id: number | undefined) =>
    id === undefined
      ? call('DELETE /api/account/sessions')
      : call('DELETE /api/account/sessions/:id', { params: { id } }),
  )
  return (
    <SecurityCard
      title="Sessions"
      about="Where you are signed in now"
      action={
        sessions.length > 1 && (
          <Button variant="default" disabled={end.isPending} onClick={() => end.mutate(undefined)}>
            End all others
          </Button>
        )
      }
      columns={columnsOf(now, end)}
      rows={sessions}
      rowKey={({ id }) => id}
      card={(session) => ({
        title: <DeviceName {...session} />,
        facts: [
          { label: 'Signed in', value: momentWords(session.started_at, now) },
          { label: 'Last used', value: usedText(session, now) },
        ],
        actions: session.is_this
          ? []
          : [
              {
                icon: IconLogout,
                word: 'End',
                label: `End ${session.device}`,
                onClick: () => end.mutate(session.id),
              },
            ],
      })}
      notice={<ChangeNotice change={end} />}
    >
      <CardNote Icon={IconClockPause}>
        A session ends by itself after 15 minutes without use, and after 12 hours.
      </CardNote>
      {ended.length > 0 && <EndedSessions ended={ended} now={now} />}
    </SecurityCard>
  )
}

const usedText = ({ seen_at, is_this }: Session, now: Date) => (is_this ? 'Now' : agoWords(seen_at, now))

const columnsOf = (now: Date, end: RowChange): ListColumn<Session>[] => [
  { name: 'device', header: 'Device', isName: true, cell: (session) => <DeviceName {...session} /> },
  {
    name: 'started_at',
    header: 'Signed in',
    width: 150,
    cell: ({ started_at }) => momentWords(started_at, now),
  },
  { name: 'seen_at', header: 'Last used', width: 178, cell: (session) => usedText(session, now) },
  {
    name: 'end',
    header: <VisuallyHidden>End</VisuallyHidden>,
    align: 'right',
    width: 112,
    cell: (session) => !session.is_this && <RowButton verb="End" row={session} change={end} />,
  },
]

function EndedSessions({ ended, now }: { ended: Ended[]; now: Date }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <div className={classes.ended}>
      <FoldButton isOpen={isOpen} onToggle={() => setIsOpen(!isOpen)} ml={-8}>
        {plural(ended.length, 'ended sign-in')} of the last {ENDED_DAYS} days
      </FoldButton>
      {isOpen && (
        <ul className="el-ruled el-ui">
          {ended.map(({ id, device, started_at, ended_at, how }) => (
            <li key={id}>
              <span className="el-strong">{device}</span>
              <span className="el-ink-2 el-numbers">
                {momentWords(started_at, now)} – {momentWords(ended_at, now)}
              </span>
              <span className="el-ink-2">{endingWords[how]}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
