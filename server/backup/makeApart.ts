import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Services } from '../Services.ts'
import { keepRow } from './backupRow.ts'
import { CRASHED, STOPPED } from './beginBackup.ts'

const BACKUP_PROCESS = join(import.meta.dirname, 'childMain.ts')

/**
 * Makes the backup of a row in a child process, so that nobody waits for it. The row says how it ended, once `ended` is
 * resolved. The child stops when this process ends.
 */
export function makeApart(services: Pick<Services, 'config' | 'db' | 'clock'>, id: number) {
  // It gets the settings that are in use here: the demo's are not those of the environment.
  const child = fork(BACKUP_PROCESS, ['--backup', String(id)], { execArgv: [], serialization: 'advanced' })
  // Whatever goes wrong with the child shows in its end.
  child.send(services.config, () => {})

  let reason: string = CRASHED

  async function end(): Promise<void> {
    await once(child, 'exit').catch(() => {})
    // Changes nothing unless the child was killed.
    await keepRow(services, id).end({ state: 'failed', reason })
  }
  const ended = end()
  return {
    pid: child.pid,
    ended,
    /** Ends it at once: a part of a backup is of no use. */
    async stop(): Promise<void> {
      reason = STOPPED
      child.kill('SIGKILL')
      await ended
    },
  }
}
