import { type Kysely, PostgresAdapter, type QueryExecutorProvider, type Selectable, sql } from 'kysely'
import type { Tables } from './tables.ts'

type Holdable =
  | 'users'
  | 'roles'
  | 'students'
  | 'schools'
  | 'years'
  | 'classes'
  | 'reports'
  | 'receipts'
  | 'imports'
  | 'letters'

export const isPostgres = (db: QueryExecutorProvider): boolean =>
  db.getExecutor().adapter instanceof PostgresAdapter

/**
 * Reads a row and locks it until the transaction ends. The lock is that of an update, which lets others insert rows
 * that refer to this one. SQLite needs no row lock: a transaction holds the write lock of the whole database from its
 * beginning. A shared lock lets others share it, and changes wait.
 */
export async function holdRow<Table extends Holdable>(
  trx: Kysely<Tables>,
  table: Table,
  id: number,
  { isShared = false } = {},
): Promise<Selectable<Tables[Table]> | undefined> {
  const strength = isShared ? sql`for share` : sql`for no key update`
  const lock = isPostgres(trx) ? strength : sql``
  const { rows } = await sql<Selectable<Tables[Table]>>`
    select * from ${sql.table(table)} where id = ${id} ${lock}`.execute(trx)
  return rows[0]
}

/**
 * Locks many rows until the transaction ends, in the order of their ids. `isLeaving` is for rows that
 * may be deleted: then it also waits for those who insert rows that refer to them.
 */
export async function holdRows(
  trx: Kysely<Tables>,
  table: 'users' | 'students' | 'schools' | 'clusters',
  ids: number[],
  { isLeaving = false, isShared = false } = {},
): Promise<void> {
  if (ids.length === 0 || !isPostgres(trx)) return
  const strength = isShared ? sql`for share` : isLeaving ? sql`for update` : sql`for no key update`
  await sql`
    select id from ${sql.table(table)} where id in (${sql.join(ids)}) order by id ${strength}`.execute(trx)
}

/** The work that one transaction at a time does, with any numbers that no other program uses for advisory locks here. */
const turns = { tables: 7_365_128, imports: 4_720_036, nightlyBackups: 2_914_507 }

/** Waits until no other transaction has this turn, and keeps it to the end; SQLite's transactions take turns anyway. */
export async function takeTurn(trx: QueryExecutorProvider, of: keyof typeof turns): Promise<void> {
  if (isPostgres(trx)) await sql`select pg_advisory_xact_lock(${turns[of]})`.execute(trx)
}
