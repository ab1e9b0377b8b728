import type { Transaction } from 'kysely'
import { columnTypes } from '../columns.ts'
import type { Engine } from '../connect.ts'

/** Two purposes that families were not asked about before, and the records whose use is restricted. */
export async function up(trx: Transaction<unknown>, engine: Engine): Promise<void> {
  const { text } = columnTypes(engine)
  for (const purpose of ['profile', 'abroad'])
    await trx.schema.alterTable('consent_states').addColumn(purpose, text).execute()
  await trx.schema
    .createTable('restrictions')
    .addColumn('student_id', 'integer', (column) => column.primaryKey().references('students.id'))
    .addColumn('reason', text, (column) => column.notNull())
    .addColumn('restricted_on', text, (column) => column.notNull())
    .addColumn('restricted_by', 'integer', (column) => column.notNull().references('users.id'))
    .execute()
}
