import { sql, type Transaction } from 'kysely'
import { columnTypes } from '../columns.ts'
import type { Engine } from '../connect.ts'

export async function up(trx: Transaction<unknown>, engine: Engine): Promise<void> {
  const { text, id } = columnTypes(engine)

  await trx.schema
    .createTable('backups')
    .addColumn('id', 'integer', id)
    .addColumn('state', text, (column) => column.notNull())
    // The night it was due in, for nightly ones: several processes then make one of them.
    .addColumn('night', text, (column) => column.unique())
    .addColumn('started_at', text, (column) => column.notNull())
    .addColumn('started_by', 'integer', (column) => column.references('users.id'))
    .addColumn('beat_at', text, (column) => column.notNull())
    .addColumn('step', text, (column) => column.notNull())
    .addColumn('files_done', 'integer', (column) => column.notNull())
    .addColumn('files_total', 'integer', (column) => column.notNull())
    .addColumn('name', text)
    .addColumn('read_back_at', text)
    .addColumn('bytes', 'bigint')
    .addColumn('new_bytes', 'bigint')
    .addColumn('reason', text)
    .execute()
  // At most one running backup.
  await sql`create unique index backups_running on backups (state) where state = 'running'`.execute(trx)
  await trx.schema.createIndex('backups_by_started_at').on('backups').columns(['started_at', 'id']).execute()
  await trx.schema.createIndex('backups_by_started_by').on('backups').column('started_by').execute()

  await trx.schema
    .createTable('stored_hashes')
    .addColumn('key', text, (column) => column.primaryKey())
    .addColumn('sha256', text, (column) => column.notNull())
    .addColumn('bytes', 'bigint', (column) => column.notNull())
    .execute()
}
