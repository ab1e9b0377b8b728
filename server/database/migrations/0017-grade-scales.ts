import type { Transaction } from 'kysely'
import { columnTypes } from '../columns.ts'
import type { Engine } from '../connect.ts'

export async function up(trx: Transaction<unknown>, engine: Engine): Promise<void> {
  const { text, id } = columnTypes(engine)
  await trx.schema
    .createTable('grade_scales')
    .addColumn('id', 'integer', id)
    .addColumn('curriculum', text, (column) => column.notNull().unique())
    .addColumn('lowest', text, (column) => column.notNull())
    .execute()
}
