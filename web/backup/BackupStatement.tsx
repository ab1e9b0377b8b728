import { Button, VisuallyHidden } from '@mantine/core'
import { IconAlertTriangle, IconArchive, IconCircleCheck } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { type Backup, type BackupOverview, lapseWords } from '#contract/backups.ts'
import { call } from '../ui/call.ts'
import { Message, StatementMark } from '../ui/Message.tsx'
import { ProgressBar } from '../ui/ProgressBar.tsx'
import { backupsQuery } from './backupApi.ts'
import classes from './Backup.module.css'
import { lapseText, nextWords, pastWords, progressOf, startedText, problemText } from './backupWords.ts'

type BackupStatementProps = {
  backups: BackupOverview
  /** Leads to the advice for a failed copy. */
  onAsk: () => void
  /** The facts, shown with every statement. */
  children: ReactNode
}

/** The last good copy, a warning that there is none, or the running copy. */
export function BackupStatement({ backups, onAsk, children }: BackupStatementProps) {
  const { running, lapse, last_good, latest, nightly } = backups
  const [hasBegun, setHasBegun] = useState(false)
  const backUpNow = <BackUpNow onBegun={() => setHasBegun(true)} />
  const now = new Date(backups.now)
  if (running)
    return (
      <>
        <Running backup={running} takesFocus={hasBegun} />
        <section className={`el-card ${classes.clip}`}>{children}</section>
      </>
    )
  if (lapse)
    return (
      <>
        <section className={`el-card ${classes.state}`} role="alert">
          <StatementMark Icon={IconAlertTriangle} tone="amber" />
          <div>
            <h2 className="el-h3" style={{ color: 'var(--el-amber)' }}>
              No copy for {lapseWords(lapse.hours)}
            </h2>
            <p>{lapseText(lapse, last_good, latest[0], now)}</p>
          </div>
          <div className={`el-wrap ${classes.answers}`}>
            {backUpNow}
            <Button variant="default" onClick={onAsk}>
              What to do
            </Button>
          </div>
        </section>
        <section className={`el-card ${classes.clip}`}>{children}</section>
      </>
    )
  return (
    <section className={`el-card ${classes.clip}`}>
      <div className={classes.top}>
        {last_good ? (
          <>
            <StatementMark Icon={IconCircleCheck} tone="green" />
            <Good backup={last_good} newest={latest[0]} now={now} />
          </>
        ) : (
          <>
            <StatementMark Icon={IconArchive} tone="grey" />
            <div>
              <h2 className="el-h1">No copy has been good yet</h2>
              <p>
                {problemText(latest[0], now)} The next is made{' '}
                {nightly && nextWords(nightly.next_at, now).toLowerCase()}, or at once.
              </p>
            </div>
          </>
        )}
        <div className={classes.actions}>{backUpNow}</div>
      </div>
      {children}
    </section>
  )
}

type GoodProps = { backup: Backup; newest: Backup | undefined; now: Date }

const Good = ({ backup, newest, now }: GoodProps) => (
  <div>
    <h2 className="el-h1">
      The last copy was made and read back {pastWords(backup.read_back_at ?? backup.started_at, now)}
    </h2>
    <p>Every record and file in it agreed with the original. {problemText(newest, now)}</p>
  </div>
)

type RunningProps = {
  backup: Backup
  /** True if the focused button that started the copy was removed. */
  takesFocus: boolean
}

function Running({ backup, takesFocus }: RunningProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const { percent, words, announced } = progressOf(backup)
  useEffect(() => {
    if (takesFocus) heading.current?.focus()
  }, [takesFocus])
  return (
    <section className={`el-card ${classes.state}`}>
      <StatementMark Icon={IconArchive} tone="primary" />
      <div>
        <h2 className="el-h3" ref={heading} tabIndex={-1}>
          A copy is being made
        </h2>
        <p className="el-ink-2">{startedText(backup)} You can leave this page and keep working.</p>
        <div className="el-row" style={{ margin: '12px 0 6px' }}>
          <ProgressBar label="Copy" percent={percent} isTall />
        </div>
        <div className="el-between el-sm el-ink-2 el-numbers">
          <span>{words}</span>
          <span>{percent}%</span>
        </div>
        <VisuallyHidden component="output">{announced}</VisuallyHidden>
      </div>
    </section>
  )
}

function BackUpNow({ onBegun }: { onBegun: () => void }) {
  const client = useQueryClient()
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => call('POST /api/backups'),
    onSuccess: onBegun,
    onSettled: () => client.invalidateQueries(backupsQuery),
  })
  return (
    <>
      <Button
        leftSection={<IconArchive size={18} aria-hidden />}
        disabled={isPending}
        onClick={() => mutate()}
      >
        {isPending ? 'Starting …' : 'Back up now'}
      </Button>
      {error && <Message tone="bad">{error.message}</Message>}
    </>
  )
}
