import type { Transaction } from 'kysely'
import { columnTypes } from '../columns.ts'
import type { Engine } from '../connect.ts'

/** The versions of the privacy notice, and what a consent says about how it was explained. */
export async function up(trx: Transaction<unknown>, engine: Engine): Promise<void> {
  const { text, id } = columnTypes(engine)
  await trx.schema
    .createTable('privacy_notices')
    .addColumn('id', 'integer', id)
    .addColumn('version', text, (column) => column.notNull().unique())
    .addColumn('en', text, (column) => column.notNull())
    .addColumn('sw', text, (column) => column.notNull())
    .addColumn('saved_at', text, (column) => column.notNull())
    .addColumn('saved_by', 'integer', (column) => column.notNull().references('users.id'))
    .execute()
  await trx.schema
    .createIndex('privacy_notices_by_saved_by')
    .on('privacy_notices')
    .column('saved_by')
    .execute()
  await trx.schema
    .alterTable('consents')
    .addColumn('notice_id', 'integer', (column) => column.references('privacy_notices.id'))
    .execute()
  await trx.schema.createIndex('consents_by_notice_id').on('consents').column('notice_id').execute()
  for (const column of ['explained_by', 'place'])
    await trx.schema.alterTable('consents').addColumn(column, text).execute()
}
