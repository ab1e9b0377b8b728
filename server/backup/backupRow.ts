import type { Updateable } from 'kysely'
import type { backupSteps } from '#contract/backups.ts'
import type { Tables } from '../database/tables.ts'
import type { Services } from '../Services.ts'
import { BackupError } from './copy/BackupError.ts'
import { STOPPED } from './beginBackup.ts'

const HEARTBEAT_MS = 20_000
const REPORT_EVERY_MS = 1_000

type Step = (typeof backupSteps)[number]

/** Receives each step, with the number of its files, and each finished file. */
export type Progress<Steps = Step> = {
  begin: (step: Steps, files_total?: number) => void
  fileDone: () => void
}

export type Ending = Pick<Tables['backups'], 'state'> & Partial<Omit<Tables['backups'], 'id'>>

export type BackupRow = ReturnType<typeof trackBackup>

/** Updates the row of a running backup with its step, its progress and a heartbeat. */
export function trackBackup({ db, clock }: Pick<Services, 'db' | 'clock'>, id: number) {
  const at = { step: 'records' as Step, files_done: 0, files_total: 0 }
  const lost = Promise.withResolvers<never>()
  // Prevents an unhandled rejection while nothing awaits the promise yet.
  lost.promise.catch(() => {})
  let reportedAt = 0
  let writing: Promise<void> | undefined
  const timer = setInterval(report, HEARTBEAT_MS)

  function report(): void {
    reportedAt = performance.now()
    writing ??= beat().finally(() => (writing = undefined))
  }

  async function beat(): Promise<void> {
    try {
      await confirm()
    } catch (error) {
      // If the database does not answer, the next heartbeat tries again.
      if (error instanceof BackupError) lost.reject(error)
    }
  }

  async function confirm(): Promise<void> {
    if (!(await write({ ...at, beat_at: clock().toISOString() }))) throw new BackupError(STOPPED)
  }

  async function write(values: Updateable<Tables['backups']>): Promise<boolean> {
    const { numUpdatedRows } = await db
      .updateTable('backups')
      .set(values)
      .where('id', '=', id)
      .where('state', '=', 'running')
      .executeTakeFirst()
    return Number(numUpdatedRows) === 1
  }

  const progress: Progress = {
    begin(step, files_total = 0) {
      Object.assign(at, { step, files_done: 0, files_total })
      report()
    },
    fileDone() {
      at.files_done += 1
      if (performance.now() - reportedAt > REPORT_EVERY_MS) report()
    },
  }
  return {
    progress,
    /** Rejects when the backup's heartbeat timed out. */
    lost: lost.promise,
    /** Throws if the backup's heartbeat timed out, because another backup may be running. */
    confirm,
    async end(values: Ending): Promise<void> {
      clearInterval(timer)
      await writing
      await write({ ...(at.files_total > 0 && at), ...values, beat_at: clock().toISOString() })
    },
    /** Deletes the row. */
    async remove(): Promise<void> {
      clearInterval(timer)
      await writing
      await db.deleteFrom('backups').where('id', '=', id).execute()
    },
  }
}
