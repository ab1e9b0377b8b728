import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { isResumableName } from './resumableNames.ts'
import type { Services } from '../Services.ts'
import { sweepBytes } from './unownedBytes.ts'

const MINUTE_MS = 60_000
const SWEEP_EVERY_MS = 15 * MINUTE_MS
/** Much longer than the time between two renewals of a file in use: see `http/uploads.ts`. */
const INCOMING_MS = 30 * MINUTE_MS
/** How long a resumable upload waits for its next bytes. */
const RESUMABLE_MS = 24 * 60 * MINUTE_MS

type Sweeping = Pick<Services, 'db' | 'files' | 'clock' | 'log'>

/** Removes what crashes left behind, at the start and every quarter of an hour. */
export function createSweeper(services: Sweeping) {
  const { log } = services
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
      if (removed > 0) log.info({ removed }, 'removed files without an owner')
    } catch (error) {
      log.error({ err: error }, 'the store could not be swept')
    }
  }

  return {
    start(): void {
      sweep()
      timer = setInterval(sweep, SWEEP_EVERY_MS).unref()
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
  const now = clock().getTime()
  let removed = 0
  for (const name of await readdir(files.incoming)) {
    const path = join(files.incoming, name)
    // Another process that shares the folder may be a moment faster.
    const file = await stat(path).catch(() => undefined)
    if (!file || file.mtimeMs > now - (isResumableName(name) ? RESUMABLE_MS : INCOMING_MS)) continue
    await rm(path, { force: true })
    removed += 1
  }
  return removed
}
