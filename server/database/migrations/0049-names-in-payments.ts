import { sql, type Transaction } from 'kysely'
import { columnTypes } from '../columns.ts'
import type { Engine } from '../connect.ts'

/**
 * An approved payment has the names of those who prepared and approved it, so that a reprint stays the same. Lines of
 * anonymised students name them as the register does.
 */
export async function up(trx: Transaction<unknown>, engine: Engine): Promise<void> {
  const { text } = columnTypes(engine)
  for (const column of ['prepared_by_name', 'approved_by_name'])
    await trx.schema.alterTable('payments').addColumn(column, text).execute()
  await sql`
    update payments set
      prepared_by_name = (select first_name || ' ' || last_name from users where users.id = coalesce(payments.sent_by, payments.created_by)),
      approved_by_name = (select first_name || ' ' || last_name from users where users.id = payments.approved_by)
    where state = 'approved'`.execute(trx)
  await sql`
    update payment_lines set name = 'Anonymised student'
    where name is not null and student_id in (select student_id from anonymisations where done_at is not null)`.execute(
    trx,
  )
}
