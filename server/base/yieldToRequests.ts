import { setImmediate as eventLoopTick, setTimeout as pause } from 'node:timers/promises'

/** Ends this event-loop tick, so that other requests continue as far as their next query. */
export const yieldToRequests = () => eventLoopTick()

const PAUSE_MS = 10

/** Await this between two steps that each block the event loop for long: other requests are answered in between. */
export const pauseForRequests = () => pause(PAUSE_MS)

/** A request on PostgreSQL takes several ticks, so longer blocks would add up. */
const BLOCKING_MS = 1

/**
 * Yields the items of a long calculation one by one, and lets other requests continue whenever it has blocked the event
 * loop for a millisecond. The first item gets an event-loop tick of its own, so that consecutive calculations do not add up.
 */
export async function* withYields<Item>(items: Iterable<Item>): AsyncGenerator<Item> {
  let since = Number.NEGATIVE_INFINITY
  for (const item of items) {
    if (performance.now() - since > BLOCKING_MS) {
      await yieldToRequests()
      since = performance.now()
    }
    yield item
  }
}
