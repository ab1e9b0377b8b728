import type { Transaction } from 'kysely'
import { columnTypes } from '../columns.ts'
import type { Engine } from '../connect.ts'

/** A letter about an earlier term does not answer for a later one. In earlier letters the term is not known. */
export async function up(trx: Transaction<unknown>, engine: Engine): Promise<void> {
  await trx.schema.alterTable('promise_letters').addColumn('last_term', columnTypes(engine).text).execute()
}
