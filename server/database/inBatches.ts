import { setImmediate as eventLoopTick, setTimeout as pause } from 'node:timers/promises'
import type { SelectQueryBuilder } from 'kysely'
import type { Tables } from './tables.ts'

/** Rows per statement: the engines limit its parameters, and a long statement blocks other requests. */
const BATCH = 500

/** Processes the rows in batches, and yields to other requests between them. */
export async function inBatches<Row>(
  rows: readonly Row[],
  work: (batch: Row[]) => Promise<void>,
  size = BATCH,
): Promise<void> {
  for (let start = 0; start < rows.length; start += size) {
    if (start > 0) await eventLoopTick()
    await work(rows.slice(start, start + size))
  }
}

/** The same; returns what `work` returns for all batches. */
export async function mapInBatches<Row, Result>(
  rows: readonly Row[],
  work: (batch: Row[]) => Promise<Result[]>,
  size?: number,
): Promise<Result[]> {
  const results: Result[] = []
  await inBatches(
    rows,
    async (batch) => {
      for (const result of await work(batch)) results.push(result)
    },
    size,
  )
  return results
}

/** All rows of a query that returns the next `size` rows after a row. Yields to other requests between its runs. */
export async function* pagesOf<After extends object, Row extends After>(
  size: number,
  first: After,
  read: (after: After) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  for (let after = first; ;) {
    const rows = await read(after)
    if (rows.length > 0) yield rows
    if (rows.length < size) return
    after = rows.at(-1) ?? after
    await eventLoopTick()
  }
}

/** Rows per query of `rowsOf`: a search through all of them would block other requests. */
const AT_ONCE = 500

/** All rows of a table, in the order of their ids. They are compared here, because the engines fold letters differently. */
export async function* rowsOf<Row extends { id: number }>(
  table: SelectQueryBuilder<Tables, keyof Tables, Row>,
): AsyncGenerator<Row> {
  const read = (last: { id: number }) =>
    table.where('id', '>', last.id).orderBy('id').limit(AT_ONCE).execute()
  for await (const rows of pagesOf(AT_ONCE, { id: 0 }, read)) yield* withYields(rows)
}

const YIELD_MS = 10

/**
 * Await this between two steps that each block the event loop for long. Within one event-loop tick another request would
 * only reach its next query; in this time it is answered before the second step begins.
 */
export const yieldToRequests = () => pause(YIELD_MS)

/** A request on PostgreSQL waits for several ticks, so that longer ones would add up. */
const BLOCKING_MS = 1

/**
 * Yields the items of a long calculation one by one, and lets the event loop run whenever they have blocked it for a
 * millisecond. The first item gets an event-loop tick of its own, so that consecutive calculations do not add up.
 */
export async function* withYields<Item>(items: Iterable<Item>): AsyncGenerator<Item> {
  let since = Number.NEGATIVE_INFINITY
  for (const item of items) {
    if (performance.now() - since > BLOCKING_MS) {
      await eventLoopTick()
      since = performance.now()
    }
    yield item
  }
}
