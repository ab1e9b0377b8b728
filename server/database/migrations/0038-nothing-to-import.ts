import type { Transaction } from 'kysely'
import { columnTypes } from '../columns.ts'
import type { Engine } from '../connect.ts'

/** The kinds of sheets of which the charity has none. */
export async function up(trx: Transaction<unknown>, engine: Engine): Promise<void> {
  const { text } = columnTypes(engine)
  await trx.schema
    .createTable('nothing_to_import')
    .addColumn('kind', text, (column) => column.primaryKey())
    .addColumn('at', text, (column) => column.notNull())
    .addColumn('user_id', 'integer', (column) => column.notNull().references('users.id'))
    .execute()
  await trx.schema
    .createIndex('nothing_to_import_by_user')
    .on('nothing_to_import')
    .column('user_id')
    .execute()
}
