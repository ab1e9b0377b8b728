import { readdirSync } from 'node:fs'
import { constants, setPriority } from 'node:os'

/** Whoever works in Elimu comes before this process. On Linux each of its threads has a priority of its own. */
export function lowerPriority(): void {
  const threads = process.platform === 'linux' ? readdirSync('/proc/self/task').map(Number) : [process.pid]
  for (const thread of threads)
    try {
      setPriority(thread, constants.priority.PRIORITY_BELOW_NORMAL)
    } catch {
      // It has ended meanwhile, or the machine does not allow it.
    }
}
