/** As many as keep both cores of a small machine busy. */
const AT_ONCE = 4

/** Does the same for every number up to a count, a few at a time. */
export async function eachOf(count: number, work: (index: number) => Promise<void>): Promise<void> {
  let next = 0
  async function workUntilEnd(): Promise<void> {
    for (let index = next++; index < count; index = next++) await work(index)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, workUntilEnd))
}
