import type { Transaction } from 'kysely'
import { columnTypes } from '../columns.ts'
import type { Engine } from '../connect.ts'

export async function up(trx: Transaction<unknown>, engine: Engine): Promise<void> {
  // When a letter was last tried; unknown of earlier tries.
  await trx.schema.alterTable('letters').addColumn('tried_at', columnTypes(engine).text).execute()
  // Every order that the list of letters offers, each with the id that settles ties.
  for (const column of ['created_at', 'recipient', 'subject', 'state', 'attempts'])
    await trx.schema.createIndex(`letters_by_${column}`).on('letters').columns([column, 'id']).execute()
}
