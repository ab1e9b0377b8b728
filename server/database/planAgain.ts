import { sql } from 'kysely'
import type { Trx } from './history.ts'
import { isPostgres } from './lockRow.ts'

/**
 * Lets PostgreSQL plan again after many rows were inserted. It checks a foreign key by a plan that it made when the table
 * was small: without an index, so that each inserted row would read the whole table.
 */
export async function planAgain(trx: Trx): Promise<void> {
  if (isPostgres(trx)) await sql`discard plans`.execute(trx)
}
