import { sql, type Transaction } from 'kysely'
import { columnTypes } from '../columns.ts'
import type { Engine } from '../connect.ts'

/** Two purposes that families were not asked about before, and the records whose use is restricted. */
export async function up(trx: Transaction<unknown>, engine: Engine): Promise<void> {
  const { text } = columnTypes(engine)
  for (const purpose of ['profile', 'abroad'])
    await trx.schema.alterTable('consent_states').addColumn(purpose, text).execute()
  await trx.schema
    .createTable('restrictions')
    .addColumn('student_id', 'integer', (column) =>
      column.primaryKey().references('students.id').onDelete('cascade'),
    )
    .addColumn('reason', text, (column) => column.notNull())
    .addColumn('restricted_on', text, (column) => column.notNull())
    .addColumn('restricted_by', 'integer', (column) => column.notNull().references('users.id'))
    .execute()
  await trx.schema
    .createIndex('restrictions_by_restricted_by')
    .on('restrictions')
    .column('restricted_by')
    .execute()
  // A gate that hides already must leave families time to be asked about the new purposes.
  await trx.schema.alterTable('consent_gate').addColumn('added_from', text).execute()
  const in30Days = new Date(Date.now() + 30 * 24 * 60 * 60 * 1_000).toISOString().slice(0, 10)
  await sql`update consent_gate set added_from = ${in30Days} where hold_from is not null`.execute(trx)
}
