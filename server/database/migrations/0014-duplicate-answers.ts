import type { Transaction } from 'kysely'
import { columnTypes } from '../columns.ts'
import type { Engine } from '../connect.ts'

export async function up(trx: Transaction<unknown>, engine: Engine): Promise<void> {
  const { text } = columnTypes(engine)
  await trx.schema
    .createTable('duplicate_answers')
    .addColumn('first_id', 'integer', (column) =>
      column.notNull().references('students.id').onDelete('cascade'),
    )
    .addColumn('second_id', 'integer', (column) =>
      column.notNull().references('students.id').onDelete('cascade'),
    )
    .addColumn('about', text, (column) => column.notNull())
    .addColumn('answer', text, (column) => column.notNull())
    .addColumn('at', text, (column) => column.notNull())
    .addColumn('user_id', 'integer', (column) => column.notNull().references('users.id'))
    // One of the two students, and their status after and before.
    .addColumn('closed_id', 'integer')
    .addColumn('closed_as', 'integer')
    .addColumn('closed_from', 'integer')
    .addPrimaryKeyConstraint('duplicate_answers_key', ['first_id', 'second_id'])
    .execute()
  await trx.schema
    .createIndex('duplicate_answers_by_second')
    .on('duplicate_answers')
    .column('second_id')
    .execute()
  await trx.schema
    .createIndex('duplicate_answers_by_user')
    .on('duplicate_answers')
    .column('user_id')
    .execute()
}
