import { sql, type Transaction } from 'kysely'
import { columnTypes } from '../columns.ts'
import type { Engine } from '../connect.ts'

export async function up(trx: Transaction<unknown>, engine: Engine): Promise<void> {
  const { text, id } = columnTypes(engine)

  await trx.schema
    .createTable('requests')
    .addColumn('id', 'integer', id)
    .addColumn('student_id', 'integer', (column) => column.notNull().references('students.id'))
    .addColumn('kind', text, (column) => column.notNull())
    .addColumn('state', text, (column) => column.notNull())
    .addColumn('asked_by', text, (column) => column.notNull())
    .addColumn('relation', text)
    .addColumn('identity_check', text, (column) => column.notNull())
    .addColumn('asked_on', text, (column) => column.notNull())
    .addColumn('words', text, (column) => column.notNull())
    .addColumn('due_on', text, (column) => column.notNull())
    .addColumn('start_by', text, (column) => column.notNull())
    .addColumn('file_id', 'integer', (column) => column.references('files.id'))
    .addColumn('ground', text)
    .addColumn('reason', text)
    .addColumn('noted_by', 'integer', (column) => column.notNull().references('users.id'))
    .addColumn('noted_at', text, (column) => column.notNull())
    .addColumn('decided_by', 'integer', (column) => column.references('users.id'))
    .addColumn('decided_at', text)
    .addColumn('closed_by', 'integer', (column) => column.references('users.id'))
    .addColumn('closed_at', text)
    .addColumn('search', text, (column) => column.notNull())
    .execute()
  for (const column of ['student_id', 'file_id', 'noted_by', 'decided_by', 'closed_by'])
    await trx.schema.createIndex(`requests_by_${column}`).on('requests').column(column).execute()
  await trx.schema.createIndex('requests_by_state').on('requests').columns(['state', 'due_on']).execute()

  await trx.schema
    .createTable('anonymisations')
    .addColumn('student_id', 'integer', (column) => column.primaryKey().references('students.id'))
    .addColumn('seal', text, (column) => column.notNull())
    .addColumn('new_ref', text, (column) => column.notNull().unique())
    .addColumn('drop_gender', 'integer', (column) => column.notNull())
    .addColumn('request_id', 'integer', (column) => column.references('requests.id'))
    .addColumn('due_on', text, (column) => column.notNull())
    .addColumn('started_by', 'integer', (column) => column.notNull().references('users.id'))
    .addColumn('started_at', text, (column) => column.notNull())
    .addColumn('done_at', text)
    .addColumn('listed_at', text)
    .execute()
  for (const column of ['request_id', 'started_by'])
    await trx.schema.createIndex(`anonymisations_by_${column}`).on('anonymisations').column(column).execute()

  await trx.schema
    .createTable('retention')
    .addColumn('id', 'integer', id)
    .addColumn('years', 'integer')
    .execute()
  await sql`insert into retention (years) values (null)`.execute(trx)

  await trx.schema
    .createTable('views')
    .addColumn('student_id', 'integer', (column) =>
      column.notNull().references('students.id').onDelete('cascade'),
    )
    .addColumn('day', text, (column) => column.notNull())
    .addColumn('user_id', 'integer', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('kind', text, (column) => column.notNull())
    .addColumn('count', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('views_key', ['student_id', 'day', 'user_id', 'kind'])
    .execute()
  for (const column of ['day', 'user_id'])
    await trx.schema.createIndex(`views_by_${column}`).on('views').column(column).execute()

  await trx.schema
    .createTable('departures')
    .addColumn('id', 'integer', id)
    .addColumn('student_id', 'integer', (column) =>
      column.notNull().references('students.id').onDelete('cascade'),
    )
    .addColumn('at', text, (column) => column.notNull())
    .addColumn('user_id', 'integer', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('how', text, (column) => column.notNull())
    .addColumn('what', text, (column) => column.notNull())
    .addColumn('went_to', text, (column) => column.notNull())
    .addColumn('letter_id', 'integer', (column) => column.references('letters.id').onDelete('cascade'))
    .execute()
  await trx.schema
    .createIndex('departures_by_student')
    .on('departures')
    .columns(['student_id', 'at'])
    .execute()
  for (const column of ['at', 'user_id', 'letter_id'])
    await trx.schema.createIndex(`departures_by_${column}`).on('departures').column(column).execute()
}
