import { setImmediate as endOfTurn } from 'node:timers/promises'

/** No statement grows with a supporter: engines bound what one may hold, and what it takes holds up the others. */
const SLICE = 500

/** Slice by slice, with the others' turns in between. */
export async function eachSlice<Row>(rows: Row[], work: (slice: Row[]) => Promise<void>): Promise<void> {
  for (let start = 0; start < rows.length; start += SLICE) {
    if (start > 0) await endOfTurn()
    await work(rows.slice(start, start + SLICE))
  }
}
