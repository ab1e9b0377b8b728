import { sql, type Transaction } from 'kysely'
import { columnTypes } from '../columns.ts'
import type { Engine } from '../connect.ts'

export async function up(trx: Transaction<unknown>, engine: Engine): Promise<void> {
  const { text, id } = columnTypes(engine)

  await trx.schema
    .createTable('consents')
    .addColumn('id', 'integer', id)
    .addColumn('student_id', 'integer', (column) => column.notNull().references('students.id'))
    .addColumn('given_by', text, (column) => column.notNull())
    .addColumn('name', text, (column) => column.notNull())
    .addColumn('how', text, (column) => column.notNull())
    .addColumn('witness', text)
    .addColumn('given_on', text, (column) => column.notNull())
    .addColumn('until', text)
    .addColumn('answers', text, (column) => column.notNull())
    .addColumn('child_answers', text)
    .addColumn('file_id', 'integer', (column) => column.references('files.id'))
    .addColumn('recorded_at', text, (column) => column.notNull())
    .addColumn('recorded_by', 'integer', (column) => column.notNull().references('users.id'))
    .addColumn('void_at', text)
    .addColumn('void_by', 'integer', (column) => column.references('users.id'))
    .addColumn('void_reason', text)
    .execute()
  for (const column of ['student_id', 'file_id', 'recorded_by', 'void_by'])
    await trx.schema.createIndex(`consents_by_${column}`).on('consents').column(column).execute()

  await trx.schema
    .createTable('consent_states')
    .addColumn('student_id', 'integer', (column) => column.primaryKey().references('students.id'))
    .addColumn('register', text)
    .addColumn('progress', text)
    .addColumn('pictures', text)
    .addColumn('videos', text)
    .addColumn('publication', text)
    .addColumn('ends_on', text, (column) => column.notNull())
    .addColumn('erasure_on', text)
    .execute()

  await trx.schema
    .createTable('deletion_letters')
    .addColumn('letter_id', 'integer', (column) => column.primaryKey().references('letters.id'))
    .addColumn('student_id', 'integer', (column) => column.notNull().references('students.id'))
    .addColumn('supporter_id', 'integer', (column) => column.notNull().references('users.id'))
    .execute()
  for (const column of ['student_id', 'supporter_id'])
    await trx.schema
      .createIndex(`deletion_letters_by_${column}`)
      .on('deletion_letters')
      .column(column)
      .execute()

  await trx.schema
    .createTable('media_students')
    .addColumn('media_id', 'integer', (column) => column.notNull().references('media.id'))
    .addColumn('student_id', 'integer', (column) => column.notNull().references('students.id'))
    .addColumn('gallery_of', 'integer', (column) => column.notNull().references('students.id'))
    .addPrimaryKeyConstraint('media_students_key', ['media_id', 'student_id'])
    .execute()
  for (const column of ['student_id', 'gallery_of'])
    await trx.schema.createIndex(`media_students_by_${column}`).on('media_students').column(column).execute()

  await trx.schema
    .createTable('consent_gate')
    .addColumn('id', 'integer', id)
    .addColumn('hold_from', text)
    .addColumn('contact', text)
    .execute()
  // Nothing that supporters see disappears by an update.
  await sql`insert into consent_gate (hold_from, contact) values (null, null)`.execute(trx)
}
