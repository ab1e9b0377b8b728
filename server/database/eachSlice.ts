import { setImmediate as endOfTurn } from 'node:timers/promises'

/** Rows per statement: engines limit its parameters, and a long statement makes others wait. */
const SLICE = 500

/** Works through the rows slice by slice and lets the event loop go on in between. */
export async function eachSlice<Row>(
  rows: readonly Row[],
  work: (slice: Row[]) => Promise<void>,
  size = SLICE,
): Promise<void> {
  for (let start = 0; start < rows.length; start += size) {
    if (start > 0) await endOfTurn()
    await work(rows.slice(start, start + size))
  }
}

const TURN_MS = 3

/** To be awaited within a long calculation: lets the event loop go on whenever the calculation has held it for long. */
export function turnTaker(): () => Promise<void> {
  let since = performance.now()
  return async () => {
    if (performance.now() - since < TURN_MS) return
    await endOfTurn()
    since = performance.now()
  }
}
