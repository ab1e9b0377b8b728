import { sql, type Transaction } from 'kysely'

/** The nav bar asks on every page which approved payments are not paid yet. */
export async function up(trx: Transaction<unknown>): Promise<void> {
  await trx.schema
    .createIndex('payment_lines_unpaid')
    .on('payment_lines')
    .column('payment_id')
    .where(sql<boolean>`transfer_id is null and is_left_out = 0`)
    .execute()
}
