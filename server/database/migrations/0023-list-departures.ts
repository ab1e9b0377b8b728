import type { Transaction } from 'kysely'
import { columnTypes } from '../columns.ts'
import type { Engine } from '../connect.ts'

export async function up(trx: Transaction<unknown>, engine: Engine): Promise<void> {
  const { text, id } = columnTypes(engine)
  await trx.schema
    .createTable('list_departures')
    .addColumn('id', 'integer', id)
    .addColumn('at', text, (column) => column.notNull())
    .addColumn('user_id', 'integer', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('what', text, (column) => column.notNull())
    .addColumn('rows', 'integer', (column) => column.notNull())
    .execute()
  for (const column of ['at', 'user_id'])
    await trx.schema
      .createIndex(`list_departures_by_${column}`)
      .on('list_departures')
      .column(column)
      .execute()
}
