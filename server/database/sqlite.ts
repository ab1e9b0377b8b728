import { once } from 'node:events'
import { open } from 'node:fs/promises'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { Worker } from 'node:worker_threads'
import type { SqliteDatabase, SqliteStatement } from 'kysely'

/** More statements than the app has. Bounds the cache, in case a statement is ever built from input. */
const CACHE_LIMIT = 500

const SQLITE_BUSY = 5

/** Whether another program has the database locked. The lowest byte of an error code is its kind. */
export const isLocked = (error: unknown) =>
  ((error as { errcode?: number }).errcode ?? 0) % 256 === SQLITE_BUSY

/** How long opening a database waits for another program's lock. */
const OPEN_PATIENCE_MS = 5_000
const WAL_PAUSE_MS = 50

export type EmbeddedDatabase = SqliteDatabase & {
  isInTransaction: () => boolean
  /**
   * Reads the rows synchronously; undefined while the file is locked, or while a transaction is open, because other
   * callers must not see its changes.
   */
  readNow: (sql: string, parameters: readonly unknown[]) => unknown[] | undefined
}

/**
 * Adapts Node's SQLite to Kysely's driver, and caches compiled statements. With `isSyncedLater` the
 * sync of the commits, and the checkpoint, are left to `syncLater`.
 */
export function openSqlite(file: string, { isSyncedLater = false } = {}): EmbeddedDatabase {
  const database = new DatabaseSync(file)
  // These settings apply per connection.
  database.exec(`pragma busy_timeout = ${OPEN_PATIENCE_MS}`)
  switchToWal(database)
  // From now on the driver waits for locks: SQLite's own waiting would block the event loop.
  database.exec('pragma synchronous = full; pragma foreign_keys = on; pragma busy_timeout = 0')
  if (isSyncedLater) database.exec('pragma synchronous = normal; pragma wal_autocheckpoint = 0')
  const statements = new Map<string, SqliteStatement>()

  function prepare(sql: string): SqliteStatement {
    const known = statements.get(sql)
    if (known) return known
    if (statements.size >= CACHE_LIMIT) statements.clear()
    // A transaction takes the write lock at its beginning: one that reads first could fail at its first write.
    const statement = fit(database.prepare(sql === 'begin' ? 'begin immediate' : sql))
    statements.set(sql, statement)
    return statement
  }

  return {
    close: () => database.close(),
    prepare,
    isInTransaction: () => database.isTransaction,
    readNow(sql, parameters) {
      if (database.isTransaction) return undefined
      try {
        return prepare(sql).all(parameters)
      } catch (error) {
        if (isLocked(error)) return undefined
        throw error
      }
    },
  }
}

/**
 * Makes commits durable, and moves them from the log into the database. Both run in their own threads, because after a
 * large transaction they would delay other requests.
 */
export async function syncLater(file: string): Promise<void> {
  const log = await open(`${file}-wal`, 'r+')
  try {
    await log.sync()
  } finally {
    await log.close()
  }
  // Does not wait for locks, and may fail: the commits are durable already, and the next one moves the rest.
  const thread = new Worker(new URL('./checkpoint.ts', import.meta.url), { workerData: file })
  await once(thread, 'exit').catch((error: Error) => process.emitWarning(error))
}

/** Tries again, because SQLite refuses one of two processes that switch a new file at once: waiting would deadlock. */
function switchToWal(database: DatabaseSync): void {
  const deadline = performance.now() + OPEN_PATIENCE_MS
  for (;;)
    try {
      database.exec('pragma journal_mode = wal')
      return
    } catch (error) {
      if (performance.now() > deadline || !isLocked(error)) throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, WAL_PAUSE_MS)
    }
}

function fit(statement: StatementSync): SqliteStatement {
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => statement.all(...(parameters as SQLInputValue[])),
    run: (parameters) => statement.run(...(parameters as SQLInputValue[])),
    iterate: (parameters) => statement.iterate(...(parameters as SQLInputValue[])),
  }
}

/** A connection that only reads. Its transaction sees one state of the database, and no writer waits for it. */
export function openReader(file: string): SqliteDatabase {
  const database = new DatabaseSync(file, { readOnly: true })
  database.exec(`pragma busy_timeout = ${OPEN_PATIENCE_MS}`)
  return { close: () => database.close(), prepare: (sql) => fit(database.prepare(sql)) }
}
