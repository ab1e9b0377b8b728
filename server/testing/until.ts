import { setTimeout as pause } from 'node:timers/promises'

const TIMEOUT_MS = 15_000
const PAUSE_MS = 20

/** Waits until `find` returns a value, and fails with `what` after a timeout. */
export async function until<T>(
  what: string,
  find: () => T | Promise<T>,
  timeoutMs = TIMEOUT_MS,
): Promise<Exclude<NonNullable<T>, false>> {
  const deadline = Date.now() + timeoutMs
  for (;;) {
    const found = await find()
    if (found) return found as Exclude<NonNullable<T>, false>
    if (Date.now() > deadline) throw new Error(`waited in vain until ${what}`)
    await pause(PAUSE_MS)
  }
}
