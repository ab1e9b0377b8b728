import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Services } from '../Services.ts'
import { keepRow } from './backupRow.ts'
import { CRASHED, STOPPED } from './beginBackup.ts'

/**
 * Makes the backup of a row in a child process, so that nobody waits for it. The row says how it ended, once `ended` is
 * resolved. The child stops when this process ends. A thread starts it: to start a process copies the tables of the
 * memory, which would block the event loop.
 */
export function makeApart(services: Pick<Services, 'config' | 'db' | 'clock'>, id: number) {
  const workerData = { id, config: services.config }
  const thread = new Worker(new URL('./startChild.ts', import.meta.url), { workerData, execArgv: [] })
  let reason: string = CRASHED

  async function end(): Promise<void> {
    await once(thread, 'exit').catch(() => {})
    // Changes nothing unless the child was killed.
    await keepRow(services, id).end({ state: 'failed', reason })
  }
  const ended = end()
  return {
    /** Undefined if it could not be started. */
    pid: once(thread, 'message').then(
      ([pid]) => pid as number | undefined,
      () => undefined,
    ),
    ended,
    /** Ends it at once: a part of a backup is of no use. */
    async stop(): Promise<void> {
      reason = STOPPED
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has none
      thread.postMessage('stop')
      await ended
    },
  }
}
