import { join } from 'node:path'
import type { Services } from '../Services.ts'
import { startChildProcess } from '../startChildProcess.ts'
import { trackBackup } from './backupRow.ts'
import { CRASHED, STOPPED } from './beginBackup.ts'

/**
 * Rows and files pass through a backup or a restore only once: a small place for what is new bounds its memory. Scripts of
 * package.json name it too.
 */
export const BOUNDED = '--max-semi-space-size=1'

/**
 * Makes the backup of a row in a child process, so that nobody waits for it. The row says how it ended, once `ended` is
 * resolved. The child stops when this process ends.
 */
export function makeBackupInChild(services: Pick<Services, 'config' | 'db' | 'clock'>, id: number) {
  const child = startChildProcess({
    file: join(import.meta.dirname, 'childMain.ts'),
    args: ['--backup', String(id)],
    flags: [BOUNDED],
    // The settings that are in use here: the demo's are not those of the environment.
    message: services.config,
  })
  let reason: string = CRASHED

  async function end(): Promise<void> {
    await child.ended.catch((error: Error) => process.emitWarning(error))
    // Changes nothing unless the child was killed.
    await trackBackup(services, id).end({ state: 'failed', reason })
  }
  const ended = end()
  return {
    pid: child.pid,
    ended,
    /** Ends it at once: a part of a backup is of no use. */
    async stop(): Promise<void> {
      reason = STOPPED
      child.kill()
      await ended
    },
  }
}
