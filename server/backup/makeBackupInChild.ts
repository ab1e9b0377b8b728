import { join } from 'node:path'
import type { Services } from '../Services.ts'
import { startChildProcess } from '../startChildProcess.ts'
import { forgetTest, removeScratch } from './testRestore.ts'
import { trackBackup, CRASHED, STOPPED } from './backupRow.ts'

/**
 * Limits the heap's young generation, which bounds memory while rows and files are streamed. Scripts in package.json
 * use the same flag.
 */
export const BOUNDED = '--max-semi-space-size=1'

/**
 * Makes the backup of a row in a child process, so that requests do not wait for it. Once `ended` resolves, the row has
 * the result. The child stops when this process ends.
 */
export function makeBackupInChild(services: Pick<Services, 'config' | 'db' | 'clock'>, id: number) {
  const child = startChildProcess({
    file: join(import.meta.dirname, 'childMain.ts'),
    args: ['--backup', String(id)],
    flags: [BOUNDED],
    // The settings in use here, because the demo's differ from the environment's.
    message: services.config,
  })
  let reason: string = CRASHED

  async function end(): Promise<void> {
    await child.ended.catch((error: Error) => process.emitWarning(error))
    // Has an effect only if the child was killed.
    await trackBackup(services, id).end({ state: 'failed', reason })
    await forgetTest(services.db, id)
    await removeScratch(services.config, id)
  }
  const ended = end()
  return {
    pid: child.pid,
    ended,
    /** Kills the child at once, because a partial backup is useless. */
    async stop(): Promise<void> {
      reason = STOPPED
      child.kill()
      await ended
    },
  }
}
