import type { AlterTableBuilder, Transaction } from 'kysely'

/** Records of the past are imported without the school's paper. No table is rebuilt, as in 0010. */
export async function up(trx: Transaction<unknown>): Promise<void> {
  for (const table of ['reports', 'receipts'])
    await alter(trx, table)
      .alterColumn('file_id', (it) => it.dropNotNull())
      .execute()
}

const alter = (trx: Transaction<unknown>, table: string): AlterTableBuilder => trx.schema.alterTable(table)
