import type { Services } from '../Services.ts'
import { backupWarnings, readRestoreTest } from './backupWarnings.ts'
import { beginBackup } from './backupRow.ts'
import { countDamaged, oldestReading } from './damage/damagedFiles.ts'
import { makeBackupInChild } from './makeBackupInChild.ts'
import { lastGood, lastGoodOrOn } from './backupLapse.ts'
import { writeLedger } from './location/writeLedger.ts'
import { openLocation } from './location/openLocation.ts'
import { claimLocation } from './location/claimLocation.ts'

/** Makes backups in child processes, and stops a running one when this process stops. */
export function createBackups(services: Omit<Services, 'backups'>) {
  const { db, config, log } = services
  const running = new Map<ReturnType<typeof makeBackupInChild>, Promise<void>>()

  function make(backup: number): void {
    const child = makeBackupInChild(services, backup)
    const onError = (error: unknown) => log.error({ err: error, backup }, 'a backup could not be logged')
    void child.pid.then((pid) => log.info({ backup, pid }, 'backup begun')).catch(onError)
    const logged = logEnd(backup, child.ended)
      .catch(onError)
      .finally(() => running.delete(child))
    running.set(child, logged)
  }

  async function logEnd(backup: number, ended: Promise<void>): Promise<void> {
    await ended
    const { state, reason } = await db
      .selectFrom('backups')
      .select(['state', 'reason'])
      .where('id', '=', backup)
      .executeTakeFirstOrThrow()
    log[state === 'good' && !reason ? 'info' : 'warn'](
      { backup, state, ...(reason && { reason }) },
      'backup ended',
    )
  }

  return {
    async begin(of: { night?: string; by?: number }): Promise<{ id: number } | undefined> {
      const begun = await beginBackup(services, of)
      if (begun) make(begun.id)
      return begun
    },

    lastGood: () => lastGood(db),
    lastTest: () => readRestoreTest(db),
    figures: async () => ({
      goodSince: await lastGoodOrOn(db),
      oldestReading: await oldestReading(db),
      damaged: await countDamaged(db),
    }),
    warnings: () => backupWarnings(services),

    async writeLedger(): Promise<void> {
      if (!config.backupTo) return writeLedger(services)
      const location = await openLocation(config.backupTo, { isWritten: true })
      try {
        await claimLocation(location, services)
        await writeLedger(services, location)
      } finally {
        location.close()
      }
    },

    async stop(): Promise<void> {
      await Promise.all([...running].flatMap(([child, logged]) => [child.stop(), logged]))
    },
  }
}
