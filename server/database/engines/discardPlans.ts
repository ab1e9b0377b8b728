import { sql } from 'kysely'
import type { Trx } from '../history.ts'
import { isPostgres } from '../lockRow.ts'

/**
 * Makes PostgreSQL plan its statements again, after many rows were inserted. Otherwise it checks a foreign key with a plan
 * for a small table, which uses no index: each inserted row would read the whole table.
 */
export async function discardPlans(trx: Trx): Promise<void> {
  if (isPostgres(trx)) await sql`discard plans`.execute(trx)
}
