import { setImmediate as endOfTurn, setTimeout as pause } from 'node:timers/promises'

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

const REST_MS = 10

/**
 * To be awaited between two steps that each take a long turn. In one turn a request of others gets no further than its next
 * query; in this time it is answered, and does not wait for the second step too.
 */
export const rest = () => pause(REST_MS)

const TURN_MS = 3

/**
 * For a long calculation: gives the items one by one, and lets the event loop go on whenever they have held it for long.
 * The first comes in a turn of its own, so that what is calculated one after the other does not add up.
 */
export async function* inTurns<Item>(items: Iterable<Item>): AsyncGenerator<Item> {
  let since = Number.NEGATIVE_INFINITY
  for (const item of items) {
    if (performance.now() - since > TURN_MS) {
      await endOfTurn()
      since = performance.now()
    }
    yield item
  }
}
