import { readdirSync } from 'node:fs'
import { constants, setPriority } from 'node:os'

/** Lowers this process's priority below the server's. On Linux each thread has its own priority. */
export function lowerPriority(): void {
  const threads = process.platform === 'linux' ? readdirSync('/proc/self/task').map(Number) : [process.pid]
  for (const thread of threads)
    try {
      setPriority(thread, constants.priority.PRIORITY_BELOW_NORMAL)
    } catch {
      // The thread has ended, or the machine does not allow it.
    }
}
