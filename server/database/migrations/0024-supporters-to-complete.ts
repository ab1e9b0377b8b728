import { sql, type Transaction } from 'kysely'
import { columnTypes } from '../columns.ts'
import type { Engine } from '../connect.ts'

export async function up(trx: Transaction<unknown>, engine: Engine): Promise<void> {
  const { text } = columnTypes(engine)
  await trx.schema.alterTable('users').addColumn('phone', text).execute()
  await trx.schema.alterTable('users').addColumn('country', text).execute()
  await trx.schema.alterTable('students').addColumn('supporter_name', text).execute()
  await trx.schema
    .createIndex('students_by_named_supporter')
    .on('students')
    .column('id')
    .where(sql.ref('supporter_name'), 'is not', null)
    .execute()
}
