import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { repeatEvery } from '../base/repeatEvery.ts'
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

/** Removes files that crashes left behind, at the start and every quarter of an hour. */
export const createSweeper = (services: Sweeping) =>
  repeatEvery(
    SWEEP_EVERY_MS,
    async (stopping) => {
      const removed = await sweepAll(services, stopping)
      if (removed > 0) services.log.info({ removed }, 'removed files without an owner')
    },
    (err) => services.log.error({ err }, 'the store could not be swept'),
  )

export const sweepAll = async (services: Sweeping, stopping?: AbortSignal): Promise<number> =>
  (await sweepIncoming(services)) + (await sweepBytes(services, stopping))

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
