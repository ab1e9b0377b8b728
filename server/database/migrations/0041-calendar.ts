import { sql, type Transaction } from 'kysely'
import { columnTypes } from '../columns.ts'
import type { Engine } from '../connect.ts'

export async function up(trx: Transaction<unknown>, engine: Engine): Promise<void> {
  const { text, id } = columnTypes(engine)
  await trx.schema
    .createTable('term_dates')
    .addColumn('year_id', 'integer', (column) => column.notNull().references('years.id'))
    .addColumn('term_id', 'integer', (column) => column.notNull().references('terms.id'))
    .addColumn('opens', text, (column) => column.notNull())
    .addColumn('closes', text, (column) => column.notNull())
    .addColumn('half_from', text)
    .addColumn('half_to', text)
    .addColumn('none_from', text)
    .addColumn('none_to', text)
    .addColumn('none_where', text)
    .addPrimaryKeyConstraint('term_dates_key', ['year_id', 'term_id'])
    .execute()
  await trx.schema.createIndex('term_dates_by_term_id').on('term_dates').column('term_id').execute()

  await trx.schema
    .createTable('calendar')
    .addColumn('id', 'integer', id)
    .addColumn('due_days', 'integer', (column) => column.notNull())
    .execute()
  await sql`insert into calendar (due_days) values (14)`.execute(trx)
}
