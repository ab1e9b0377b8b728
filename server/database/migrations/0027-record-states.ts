import type { Transaction } from 'kysely'
import type { Engine } from '../connect.ts'

/** Covers the states of the terms in Academics and Finance. PostgreSQL could not index a long remark. */
export async function up(trx: Transaction<unknown>, engine: Engine): Promise<void> {
  if (engine === 'postgres') return
  for (const table of ['reports', 'receipts'])
    await trx.schema
      .createIndex(`${table}_states`)
      .on(table)
      .columns(['student_id', 'year_id', 'term_id', 'status', 'remark'])
      .execute()
}
