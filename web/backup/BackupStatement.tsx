import { Box, Button, Group, Text, VisuallyHidden } from '@mantine/core'
import { IconAlertTriangle, IconArchive, IconCircleCheck } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { type Backup, type BackupOverview, lapseWords } from '#contract/backups.ts'
import { StatementMark } from '../ui/Message.tsx'
import { ProgressBar } from '../ui/ProgressBar.tsx'
import classes from './Backup.module.css'
import { lapseText, nextWords, pastWords, progressOf, startedText, problemText } from './backupWords.ts'

type BackupStatementProps = {
  backups: BackupOverview
  /** True if the focused button that started the copy was removed. */
  hasBegun: boolean
  /** Leads to the advice for a failed copy. */
  onAsk: () => void
  /** The facts, shown with every statement. */
  children: ReactNode
}

/** The last good copy, a warning that there is none, or the running copy. */
export function BackupStatement({ backups, hasBegun, onAsk, children }: BackupStatementProps) {
  const { running, lapse, last_good, latest, nightly } = backups
  const now = new Date(backups.now)
  if (running)
    return (
      <>
        <Running backup={running} takesFocus={hasBegun} />
        <section className="el-card el-frame">{children}</section>
      </>
    )
  if (lapse)
    return (
      <>
        <section className={classes.state} role="alert">
          <StatementMark Icon={IconAlertTriangle} tone="amber" />
          <div>
            <Box component="h2" className="el-h3" c="var(--el-amber)">
              No copy for {lapseWords(lapse.hours)}
            </Box>
            <Text size="ui" lh="1.3125rem" mt={3}>
              {lapseText(lapse, last_good, latest[0], now)}
            </Text>
          </div>
          <Group gap="s2" mt={14}>
            <Button variant="default" onClick={onAsk}>
              What to do
            </Button>
          </Group>
        </section>
        <section className="el-card el-frame">{children}</section>
      </>
    )
  return (
    <section className="el-card el-frame">
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
              <Text size="body" c="gray" mt={6}>
                {problemText(latest[0], now)} The next is made{' '}
                {nightly && nextWords(nightly.next_at, now).toLowerCase()}, or at once.
              </Text>
            </div>
          </>
        )}
      </div>
      {children}
    </section>
  )
}

const Good = ({ backup, newest, now }: { backup: Backup; newest: Backup | undefined; now: Date }) => (
  <div>
    <h2 className="el-h1">
      The last copy was made and read back {pastWords(backup.read_back_at ?? backup.started_at, now)}
    </h2>
    <Text size="body" c="gray" mt={6}>
      Every record and file in it agreed with the original. {problemText(newest, now)}
    </Text>
  </div>
)

type RunningProps = {
  backup: Backup
  takesFocus: boolean
}

function Running({ backup, takesFocus }: RunningProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const { percent, words, announced } = progressOf(backup)
  useEffect(() => {
    if (takesFocus) heading.current?.focus()
  }, [takesFocus])
  return (
    <section className={classes.state}>
      <StatementMark Icon={IconArchive} tone="primary" />
      <div>
        <h2 className="el-h3" ref={heading} tabIndex={-1}>
          A copy is being made
        </h2>
        <Text size="ui" lh="1.3125rem" c="gray" mt={3}>
          {startedText(backup)} You can leave this page and keep working.
        </Text>
        <Group m="12px 0 6px">
          <ProgressBar label="Copy" percent={percent} isTall />
        </Group>
        <div className="el-between el-sm el-ink-2 el-numbers">
          <span>{words}</span>
          <span>{percent}%</span>
        </div>
        <VisuallyHidden component="output">{announced}</VisuallyHidden>
      </div>
    </section>
  )
}
