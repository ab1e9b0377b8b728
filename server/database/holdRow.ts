import { type Kysely, PostgresAdapter, type Selectable, sql } from 'kysely'
import type { Tables } from './tables.ts'

type Holdable = 'users' | 'roles' | 'students' | 'schools' | 'years' | 'reports' | 'receipts'

/**
 * Reads a row and locks it until the transaction ends. The lock is that of an update, which lets others insert rows
 * that refer to this one. SQLite needs no row lock: a transaction holds the write lock of the whole database from its
 * beginning.
 */
export async function holdRow<Table extends Holdable>(
  trx: Kysely<Tables>,
  table: Table,
  id: number,
): Promise<Selectable<Tables[Table]> | undefined> {
  const lock = trx.getExecutor().adapter instanceof PostgresAdapter ? sql`for no key update` : sql``
  const { rows } = await sql<Selectable<Tables[Table]>>`
    select * from ${sql.table(table)} where id = ${id} ${lock}`.execute(trx)
  return rows[0]
}
