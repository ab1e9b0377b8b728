import type { SelectQueryBuilder } from 'kysely'
import { withYields, yieldToRequests } from '../base/yieldToRequests.ts'
import type { Tables } from './tables.ts'

/** Rows per statement: the engines limit its parameters, and a long statement blocks other requests. */
const BATCH = 500

/** The rows in batches, each for one statement. Yields to other requests between them. */
export async function* inBatches<Row>(rows: readonly Row[], size = BATCH): AsyncGenerator<Row[]> {
  for (let start = 0; start < rows.length; start += size) {
    if (start > 0) await yieldToRequests()
    yield rows.slice(start, start + size)
  }
}

/** What `work` returns for all batches. */
export async function mapInBatches<Row, Result>(
  rows: readonly Row[],
  work: (batch: Row[]) => Promise<Result[]>,
  size?: number,
): Promise<Result[]> {
  const results: Result[] = []
  for await (const batch of inBatches(rows, size))
    for (const result of await work(batch)) results.push(result)
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
    await yieldToRequests()
  }
}

/** All rows of a table, in the order of their ids. They are compared here, because the engines fold letters differently. */
export async function* rowsOf<Row extends { id: number }>(
  table: SelectQueryBuilder<Tables, keyof Tables, Row>,
): AsyncGenerator<Row> {
  const read = (last: { id: number }) => table.where('id', '>', last.id).orderBy('id').limit(BATCH).execute()
  for await (const rows of pagesOf(BATCH, { id: 0 }, read)) yield* withYields(rows)
}
