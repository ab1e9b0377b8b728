import { sql, type Transaction } from 'kysely'
import type { Engine } from '../connect.ts'

/**
 * Covers the states of the terms in Academics and Finance. Not on PostgreSQL: the index would have to store the remarks,
 * and lists were hardly faster with it.
 */
export async function up(trx: Transaction<unknown>, engine: Engine): Promise<void> {
  if (engine === 'postgres') return
  for (const table of ['reports', 'receipts'])
    await trx.schema
      .createIndex(`${table}_states`)
      .on(table)
      .columns(['student_id', 'year_id', 'term_id', 'status'])
      .expression(sql`remark is null`)
      .execute()
}
