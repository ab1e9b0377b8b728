import { onTestFinished } from 'vitest'

/** The work at the end of what several tests share, the last one first; undefined while a test has everything to itself. */
let ofShared: (() => unknown)[] | undefined

/** Runs when the present test has finished, or when the last of the tests has that share what is being opened. */
export function whenFinished(work: () => unknown): void {
  if (ofShared) ofShared.unshift(work)
  else onTestFinished(async () => void (await work()))
}

/** Opens something for several tests; `close` ends it. */
export async function openShared<T>(open: () => Promise<T>) {
  const works: (() => unknown)[] = (ofShared = [])
  const close = async () => {
    for (const work of works) await work()
  }
  try {
    return { opened: await open(), close }
  } catch (error) {
    await close()
    throw error
  } finally {
    ofShared = undefined
  }
}
