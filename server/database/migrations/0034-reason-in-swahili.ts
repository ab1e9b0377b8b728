import type { Transaction } from 'kysely'
import { columnTypes } from '../columns.ts'
import type { Engine } from '../connect.ts'

export async function up(trx: Transaction<unknown>, engine: Engine): Promise<void> {
  const { text } = columnTypes(engine)
  await trx.schema.alterTable('requests').addColumn('reason_sw', text).execute()
}
