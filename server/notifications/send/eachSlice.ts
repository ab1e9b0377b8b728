import { setImmediate as endOfTurn } from 'node:timers/promises'

/** Rows per statement: engines limit its parameters, and a long statement makes others wait. */
const SLICE = 500

/** Works through the rows slice by slice and lets the event loop go on in between. */
export async function eachSlice<Row>(rows: Row[], work: (slice: Row[]) => Promise<void>): Promise<void> {
  for (let start = 0; start < rows.length; start += SLICE) {
    if (start > 0) await endOfTurn()
    await work(rows.slice(start, start + SLICE))
  }
}
