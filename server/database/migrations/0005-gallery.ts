import type { Transaction } from 'kysely'
import { columnTypes } from '../columns.ts'
import type { Engine } from '../connect.ts'

export async function up(trx: Transaction<unknown>, engine: Engine): Promise<void> {
  const { text, id } = columnTypes(engine)
  await trx.schema.alterTable('files').addColumn('medium_key', text).execute()
  await trx.schema
    .createTable('media')
    .addColumn('id', 'integer', id)
    .addColumn('student_id', 'integer', (column) => column.notNull().references('students.id'))
    .addColumn('title', text, (column) => column.notNull())
    .addColumn('description', text, (column) => column.notNull())
    .addColumn('file_id', 'integer', (column) => column.notNull().references('files.id'))
    .addColumn('sha256', text, (column) => column.notNull())
    .addColumn('width', 'integer')
    .addColumn('height', 'integer')
    .addColumn('duration_ms', 'integer')
    .addColumn('created_at', text, (column) => column.notNull())
    .addColumn('created_by', 'integer', (column) => column.notNull().references('users.id'))
    .addColumn('updated_at', text, (column) => column.notNull())
    .addColumn('updated_by', 'integer', (column) => column.notNull().references('users.id'))
    .execute()
  await trx.schema.createIndex('media_once').on('media').columns(['student_id', 'sha256']).unique().execute()
  // A gallery is read newest first.
  await trx.schema
    .createIndex('media_by_student')
    .on('media')
    .columns(['student_id', 'created_at', 'id'])
    .execute()
  for (const column of ['file_id', 'created_by', 'updated_by'])
    await trx.schema.createIndex(`media_by_${column}`).on('media').column(column).execute()
}
