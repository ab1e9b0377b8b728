import type { Transaction } from 'kysely'
import { sql } from 'kysely'
import { columnTypes } from '../columns.ts'
import type { Engine } from '../connect.ts'

/** When each row of an import was undone, so that the undo of the others can be finished later. Earlier undos count as finished. */
export async function up(trx: Transaction<unknown>, engine: Engine): Promise<void> {
  const { text } = columnTypes(engine)
  await trx.schema.alterTable('import_rows').addColumn('undone_at', text).execute()
  await sql`
    update import_rows set undone_at = (select imports.undone_at from imports where imports.id = import_rows.import_id)
    where import_id in (select id from imports where undone_at is not null)`.execute(trx)
}
