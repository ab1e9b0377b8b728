import { sql, type Transaction } from 'kysely'
import { columnTypes } from '../columns.ts'
import type { Engine } from '../connect.ts'

export async function up(trx: Transaction<unknown>, engine: Engine): Promise<void> {
  const { text } = columnTypes(engine)
  await trx.schema
    .createTable('drafts')
    .addColumn('user_id', 'integer', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('key', text, (column) => column.notNull())
    .addColumn('content', text, (column) => column.notNull())
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('saved_at', text, (column) => column.notNull())
    .addPrimaryKeyConstraint('drafts_own', ['user_id', 'key'])
    .execute()
  await trx.schema.createIndex('drafts_by_age').on('drafts').column('saved_at').execute()

  // Partial indexes: compared with all records, few wait to be verified or are returned.
  for (const table of ['reports', 'receipts']) {
    await trx.schema
      .createIndex(`${table}_waiting`)
      .on(table)
      .columns(['updated_at', 'id'])
      .where(sql.ref('status'), '=', sql.lit(0))
      .where(sql.ref('remark'), 'is', null)
      .execute()
    await trx.schema
      .createIndex(`${table}_returned`)
      .on(table)
      .columns(['entered_by', 'updated_at', 'id'])
      .where(sql.ref('status'), '=', sql.lit(0))
      .where(sql.ref('remark'), 'is not', null)
      .execute()
  }

  // Covering indexes: the annual reports read nothing but these.
  const annual = ['year_id', 'student_id', 'term_id', 'id', 'school_id', 'class_id']
  await trx.schema
    .createIndex('reports_annual')
    .on('reports')
    .columns([...annual, 'grade', 'mark'])
    .execute()
  await trx.schema
    .createIndex('receipts_annual')
    .on('receipts')
    .columns([...annual, 'total'])
    .execute()
}
