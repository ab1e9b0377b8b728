import { onTestFinished } from 'vitest'

/** The cleanup of what several tests share, the last added first; undefined unless something is being opened for them. */
let sharedCleanup: (() => unknown)[] | undefined

/** Runs `work` after the present test, or after all tests that share what is being opened. */
export function whenFinished(work: () => unknown): void {
  if (sharedCleanup) sharedCleanup.unshift(work)
  else onTestFinished(async () => void (await work()))
}

/** Opens something for several tests; `close` ends it. */
export async function openShared<T>(open: () => Promise<T>) {
  const cleanup: (() => unknown)[] = (sharedCleanup = [])
  const close = async () => {
    for (const work of cleanup) await work()
  }
  try {
    return { opened: await open(), close }
  } catch (error) {
    await close()
    throw error
  } finally {
    sharedCleanup = undefined
  }
}
