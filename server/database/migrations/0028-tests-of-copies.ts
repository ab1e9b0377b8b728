import { sql, type Transaction } from 'kysely'
import { columnTypes } from '../columns.ts'
import type { Engine } from '../connect.ts'

export async function up(trx: Transaction<unknown>, engine: Engine): Promise<void> {
  const { text, id } = columnTypes(engine)

  await trx.schema.alterTable('backups').addColumn('reread_at', text).execute()
  await trx.schema
    .alterTable('backups')
    .addColumn('is_damaged', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()

  await trx.schema
    .createTable('restore_tests')
    .addColumn('id', 'integer', id)
    .addColumn('backup_id', 'integer', (column) => column.notNull().references('backups.id'))
    .addColumn('state', text, (column) => column.notNull())
    .addColumn('started_at', text, (column) => column.notNull())
    .addColumn('beat_at', text, (column) => column.notNull())
    .addColumn('ended_at', text)
    .addColumn('tables', 'integer')
    .addColumn('rows', 'bigint')
    .addColumn('files', 'integer')
    .addColumn('reason', text)
    .execute()
  // At most one running test.
  await sql`create unique index restore_tests_running on restore_tests (state) where state = 'running'`.execute(
    trx,
  )
  await trx.schema
    .createIndex('restore_tests_by_started_at')
    .on('restore_tests')
    .columns(['started_at', 'id'])
    .execute()
  await trx.schema
    .createIndex('restore_tests_by_backup_id')
    .unique()
    .on('restore_tests')
    .column('backup_id')
    .execute()
}
