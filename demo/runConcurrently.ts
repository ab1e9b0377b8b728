/** Reports which part is being filled, and how many of how many are done. */
export type ReportProgress = (part: string, done?: number, count?: number) => void

/** Enough to keep both cores of a small machine busy while files are written. */
const AT_ONCE = 8

/** Calls `work` for every number up to `count`, a few at a time, and reports how many are done. */
export async function runConcurrently(
  count: number,
  reportProgress: (done: number) => void,
  work: (index: number) => Promise<void>,
): Promise<void> {
  let next = 0
  let done = 0
  async function workUntilEnd(): Promise<void> {
    for (let index = next++; index < count; index = next++) {
      await work(index)
      reportProgress(++done)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, workUntilEnd))
}
