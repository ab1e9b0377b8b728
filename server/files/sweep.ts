import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import type { Services } from '../Services.ts'
import { sweepBytes } from './unownedBytes.ts'

const HOUR_MS = 60 * 60_000
/** Longer than a form takes to arrive, its first file waiting for its last. */
const INCOMING_MS = 24 * HOUR_MS

type Sweeping = Pick<Services, 'db' | 'files' | 'clock'>

/** Removes, now and every hour, what crashes left behind. */
export function createSweeper(services: Sweeping, log: FastifyBaseLogger) {
  let timer: NodeJS.Timeout | undefined
  let round: Promise<void> | undefined
  let isStopped = false

  function sweep(): void {
    round ??= work().finally(() => {
      round = undefined
    })
  }

  async function work(): Promise<void> {
    try {
      const removed = await sweepAll(services, () => isStopped)
      if (removed > 0) log.info({ removed }, 'files that nobody owned are removed')
    } catch (error) {
      log.error({ err: error }, 'the store could not be swept')
    }
  }

  return {
    start(): void {
      sweep()
      timer = setInterval(sweep, HOUR_MS).unref()
    },
    async stop(): Promise<void> {
      isStopped = true
      clearInterval(timer)
      await round
    },
  }
}

export async function sweepAll(services: Sweeping, isStopped = () => false): Promise<number> {
  return (await sweepIncoming(services)) + (await sweepBytes(services, isStopped))
}

async function sweepIncoming({ files, clock }: Sweeping): Promise<number> {
  const limit = clock().getTime() - INCOMING_MS
  let removed = 0
  for (const name of await readdir(files.incoming)) {
    const path = join(files.incoming, name)
    // Another process that shares the folder may be a moment faster.
    const file = await stat(path).catch(() => undefined)
    if (!file || file.mtimeMs > limit) continue
    await rm(path, { force: true })
    removed += 1
  }
  return removed
}
