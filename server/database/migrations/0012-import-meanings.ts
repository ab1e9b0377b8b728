import type { Transaction } from 'kysely'
import { columnTypes } from '../columns.ts'
import type { Engine } from '../connect.ts'

export async function up(trx: Transaction<unknown>, engine: Engine): Promise<void> {
  const { text } = columnTypes(engine)

  await trx.schema
    .createTable('import_meanings')
    .addColumn('kind', text, (column) => column.notNull())
    .addColumn('field', text, (column) => column.notNull())
    .addColumn('said', text, (column) => column.notNull())
    .addColumn('meaning', text)
    .addPrimaryKeyConstraint('import_meanings_key', ['kind', 'field', 'said'])
    .execute()
  await trx.schema.alterTable('imports').addColumn('file_names', text).execute()
}
