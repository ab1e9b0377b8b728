import { Button } from '@mantine/core'
import { IconArchive } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Backup, BackupOverview } from '#contract/backups.ts'
import { call } from '../ui/call.ts'
import { BlankCards } from '../ui/card/BlankCards.tsx'
import { LoadFailure } from '../ui/LoadFailure.tsx'
import { Message } from '../ui/Message.tsx'
import { PageHead } from '../ui/PageHead.tsx'
import { BackupAdvice } from './BackupAdvice.tsx'
import { backupsQuery } from './backupApi.ts'
import { BackupFacts } from './BackupFacts.tsx'
import classes from './Backup.module.css'
import { BackupSetup } from './BackupSetup.tsx'
import { BackupStatement } from './BackupStatement.tsx'
import { BackupTable } from './BackupTable.tsx'
import { DamagedFiles } from './DamagedFiles.tsx'
import { problemText, troublesOf } from './backupWords.ts'

/** The state of the backups: the last copies, the running one, and what to do. */
export function BackupPanel() {
  const client = useQueryClient()
  const { data, error, refetch } = useQuery(backupsQuery)
  const starting = useMutation({
    mutationFn: () => call('POST /api/backups'),
    onSettled: () => client.invalidateQueries(backupsQuery),
  })
  return (
    <>
      <PageHead
        title="Backup"
        primary={
          data?.nightly &&
          !data.running && (
            <Button
              leftSection={<IconArchive size={18} aria-hidden />}
              disabled={starting.isPending}
              onClick={() => starting.mutate()}
            >
              {starting.isPending ? 'Starting …' : 'Back up now'}
            </Button>
          )
        }
      />
      {starting.error && (
        <Message tone="bad" hasSpaceBelow>
          {starting.error.message}
        </Message>
      )}
      {error && <LoadFailure error={error} onRetry={() => void refetch()} />}
      {!data && !error && <BlankCards noun="Backup" />}
      {data && <Overview backups={data} hasBegun={starting.isSuccess} />}
    </>
  )
}

type OverviewProps = {
  backups: BackupOverview
  /** Whether the user started a copy. */
  hasBegun: boolean
}

function Overview({ backups, hasBegun }: OverviewProps) {
  const { nightly, latest } = backups
  const ended = useEnded(backups)
  const advice = useRef<HTMLHeadingElement>(null)
  const damaged = backups.damaged.length > 0 && <DamagedFiles backups={backups} />
  if (!nightly)
    return (
      <div className={classes.page}>
        {damaged}
        <BackupSetup />
        {latest.length > 0 && <BackupTable backups={latest} />}
      </div>
    )
  return (
    <div className={classes.page}>
      {damaged}
      {ended && <Outcome backup={ended} now={new Date(backups.now)} />}
      {troublesOf(backups).map((trouble) => (
        <Message key={trouble} tone="bad">
          {trouble}
        </Message>
      ))}
      <BackupStatement backups={backups} hasBegun={hasBegun} onAsk={() => advice.current?.focus()}>
        <BackupFacts backups={backups} nightly={nightly} />
      </BackupStatement>
      <div className={`${classes.page} ${classes.columns}`}>
        <BackupTable backups={latest} />
        <BackupAdvice heading={advice} isEncrypted={nightly.is_encrypted} />
      </div>
    </div>
  )
}

/** The backup that ended while the page was open, however fast. */
function useEnded({ running, latest }: BackupOverview): Backup | undefined {
  const [known] = useState(() => new Set(latest.map(({ id }) => id)))
  const newest = latest[0]
  return running || !newest || known.has(newest.id) ? undefined : newest
}

function Outcome({ backup, now }: { backup: Backup; now: Date }) {
  const trouble = problemText(backup, now)
  return backup.state === 'good' ? (
    <Message tone="good">The copy was made and read back. It is good. {trouble}</Message>
  ) : (
    <Message tone="bad">{trouble}</Message>
  )
}
