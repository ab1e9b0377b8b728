import type { Transaction } from 'kysely'
import { columnTypes } from '../columns.ts'
import type { Engine } from '../connect.ts'

export async function up(trx: Transaction<unknown>, engine: Engine): Promise<void> {
  const { text, id } = columnTypes(engine)
  // What the mail server said when it took the letter.
  await trx.schema.alterTable('letters').addColumn('answer', text).execute()
  await trx.schema.alterTable('letters').addColumn('list_id', text).execute()
  await trx.schema
    .createTable('letter_files')
    .addColumn('letter_id', 'integer', (column) => column.notNull().references('letters.id'))
    .addColumn('place', 'integer', (column) => column.notNull())
    .addColumn('file_id', 'integer', (column) => column.notNull().references('files.id'))
    .addColumn('name', text, (column) => column.notNull())
    .addPrimaryKeyConstraint('letter_files_own', ['letter_id', 'place'])
    .execute()
  await trx.schema.createIndex('letter_files_by_file_id').on('letter_files').column('file_id').execute()

  await trx.schema
    .createTable('notices')
    .addColumn('letter_id', 'integer', (column) => column.primaryKey().references('letters.id'))
    .addColumn('supporter_id', 'integer', (column) => column.notNull().references('users.id'))
    .addColumn('year_id', 'integer', (column) => column.notNull().references('years.id'))
    .addColumn('term_id', 'integer', (column) => column.notNull().references('terms.id'))
    .addColumn('sent_by', 'integer', (column) => column.notNull().references('users.id'))
    .execute()
  await trx.schema
    .createIndex('notices_by_time')
    .on('notices')
    .columns(['year_id', 'term_id', 'letter_id'])
    .execute()
  for (const column of ['supporter_id', 'term_id', 'sent_by'])
    await trx.schema
      .createIndex(`notices_by_${column}`)
      .on('notices')
      .columns([column, 'letter_id'])
      .execute()

  await trx.schema
    .createTable('notice_items')
    .addColumn('id', 'integer', id)
    .addColumn('letter_id', 'integer', (column) => column.notNull().references('notices.letter_id'))
    .addColumn('student_id', 'integer', (column) => column.notNull().references('students.id'))
    .addColumn('kind', text, (column) => column.notNull())
    .addColumn('record_id', 'integer', (column) => column.notNull())
    // The version that was approved and sent.
    .addColumn('version', 'integer', (column) => column.notNull())
    .execute()
  // No version of a record is sent twice, also after a crash.
  await trx.schema
    .createIndex('notice_items_once')
    .on('notice_items')
    .columns(['kind', 'record_id', 'version'])
    .unique()
    .execute()
  for (const column of ['letter_id', 'student_id'])
    await trx.schema.createIndex(`notice_items_by_${column}`).on('notice_items').column(column).execute()
}
