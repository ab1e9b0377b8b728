import { type Kysely, PostgresAdapter, type QueryExecutorProvider, type Selectable, sql } from 'kysely'
import type { Tables } from './tables.ts'

type Lockable = { [Table in keyof Tables]: 'id' extends keyof Tables[Table] ? Table : never }[keyof Tables]

export const isPostgres = (db: QueryExecutorProvider): boolean =>
  db.getExecutor().adapter instanceof PostgresAdapter

/** The students whose rows each transaction has locked. */
const lockedStudents = new WeakMap<Kysely<Tables>, Set<number>>()

function noteLocked(trx: Kysely<Tables>, ids: number[]): void {
  const locked = lockedStudents.get(trx)
  if (!locked) lockedStudents.set(trx, new Set(ids))
  else for (const id of ids) locked.add(id)
}

/** Throws if a transaction adds something about a student without this lock: meanwhile they could be anonymised. */
export function requireLocked(trx: Kysely<Tables>, student_id: number): void {
  if (!lockedStudents.get(trx)?.has(student_id))
    throw new Error('Something was added about a student whose row is not locked.')
}

/**
 * Reads a row and locks it until the transaction ends. Other transactions can still insert rows that refer to it. With
 * `isShared` they can also take the same lock, and only changes wait. SQLite needs no row lock, because a transaction has
 * the write lock of the whole database from its beginning.
 */
export async function lockRow<Table extends Lockable>(
  trx: Kysely<Tables>,
  table: Table,
  id: number,
  { isShared = false } = {},
): Promise<Selectable<Tables[Table]> | undefined> {
  if (table === 'students') noteLocked(trx, [id])
  const strength = isShared ? sql`for share` : sql`for no key update`
  const lock = isPostgres(trx) ? strength : sql``
  const { rows } = await sql<Selectable<Tables[Table]>>`
    select * from ${sql.table(table)} where id = ${id} ${lock}`.execute(trx)
  return rows[0]
}

/**
 * Locks many rows until the transaction ends, in the order of their ids. With `mayBeDeleted` the lock also waits for transactions
 * that insert rows that refer to them.
 */
export async function lockRows(
  trx: Kysely<Tables>,
  table: Lockable,
  ids: number[],
  { mayBeDeleted = false, isShared = false } = {},
): Promise<void> {
  if (table === 'students') noteLocked(trx, ids)
  if (ids.length === 0 || !isPostgres(trx)) return
  const strength = isShared ? sql`for share` : mayBeDeleted ? sql`for update` : sql`for no key update`
  await sql`
    select id from ${sql.table(table)} where id in (${sql.join(ids)}) order by id ${strength}`.execute(trx)
}

/** Work that only one transaction does at a time. The numbers are arbitrary, to differ from those of other programs. */
const advisoryLocks = {
  tables: 7_365_128,
  imports: 4_720_036,
  notices: 9_150_247,
  duplicates: 2_481_093,
  payments: 2_618_035,
}

/** Waits for the lock, which lasts until the transaction ends. SQLite needs none: it runs one writing transaction at a time. */
export async function takeAdvisoryLock(
  trx: QueryExecutorProvider,
  work: keyof typeof advisoryLocks,
): Promise<void> {
  if (isPostgres(trx)) await sql`select pg_advisory_xact_lock(${advisoryLocks[work]})`.execute(trx)
}
