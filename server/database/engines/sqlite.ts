import { once } from 'node:events'
import { open } from 'node:fs/promises'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDialect,
  SqliteDriver,
  type SqliteStatement,
} from 'kysely'
import { UnavailableError } from '../../base/ApiError.ts'
import { yieldToRequests } from '../../base/yieldToRequests.ts'
import { addDatabaseTime, timed } from '../databaseTime.ts'

/** More statements than the app has. Bounds the cache, in case a statement is ever built from input. */
const CACHE_LIMIT = 500

const SQLITE_BUSY = 5

/** Whether another program has the database locked. The lowest byte of an error code is its kind. */
export const isLocked = (error: unknown) =>
  ((error as { errcode?: number }).errcode ?? 0) % 256 === SQLITE_BUSY

/** How long opening a database waits for another program's lock. */
const OPEN_TIMEOUT_MS = 5_000
const PAUSE_MS = 50

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
  database.exec(`pragma busy_timeout = ${OPEN_TIMEOUT_MS}`)
  switchToWal(database)
  // From now on the driver waits for locks: SQLite's own waiting would block the event loop.
  database.exec('pragma synchronous = full; pragma foreign_keys = on; pragma busy_timeout = 0')
  // Overwrites deleted rows, so that the file no longer contains an anonymised record.
  database.exec('pragma secure_delete = on')
  // SQLite's 2 MB would read a long list's pages from the file each time.
  database.exec('pragma cache_size = -16000')
  // As PostgreSQL's: a part of a text, from 1, or from the end if the number is negative.
  database.function(
    'split_part',
    { deterministic: true },
    (text, separator, part) =>
      String(text)
        .split(String(separator))
        .at(Number(part) - Number(Number(part) > 0)) ?? '',
  )
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
      const began = performance.now()
      try {
        const rows = prepare(sql).all(parameters)
        addDatabaseTime(began, rows.length)
        return rows
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
  await checkpoint(file, { empties: false })
}

/** Moves the log into the file and empties it, because it still contains deleted rows. May fail during a long read. */
export const checkpoint = async (file: string, { empties }: { empties: boolean }): Promise<void> => {
  const workerData = { file, empties }
  const thread = new Worker(new URL('./checkpoint.ts', import.meta.url), { workerData })
  await once(thread, 'exit').catch((error: Error) => process.emitWarning(error))
}

/** Tries again, because SQLite refuses one of two processes that switch a new file at once: waiting would deadlock. */
function switchToWal(database: DatabaseSync): void {
  const deadline = performance.now() + OPEN_TIMEOUT_MS
  for (;;)
    try {
      database.exec('pragma journal_mode = wal')
      return
    } catch (error) {
      if (performance.now() > deadline || !isLocked(error)) throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS)
    }
}

function fit(statement: StatementSync): SqliteStatement {
  // Rows are built here, because V8 serializes thousands of Node's own, which have no prototype, several times slower.
  statement.setReturnArrays(true)
  const readNames = () => statement.columns().map(({ name }) => name)
  // Reading them takes as long as a small query. Later migrations may change what a `*` selects.
  let names = readNames()
  const selectsAll = /(?<!\()\*/.test(statement.sourceSQL)
  const rowBuilder = () => {
    if (selectsAll) names = readNames()
    return (values: object) => {
      const row: Record<string, unknown> = {}
      for (let at = 0; at < names.length; at++) row[names[at] ?? ''] = (values as unknown[])[at]
      return row
    }
  }
  return {
    reader: names.length > 0,
    all: (parameters) => statement.all(...(parameters as SQLInputValue[])).map(rowBuilder()),
    run: (parameters) => statement.run(...(parameters as SQLInputValue[])),
    *iterate(parameters) {
      const build = rowBuilder()
      for (const values of statement.iterate(...(parameters as SQLInputValue[]))) yield build(values)
    },
  }
}

/** A connection that only reads. Its transaction sees one state of the database, and no writer waits for it. */
export function openReader(file: string): SqliteDatabase {
  const database = new DatabaseSync(file, { readOnly: true })
  database.exec(`pragma busy_timeout = ${OPEN_TIMEOUT_MS}`)
  return { close: () => database.close(), prepare: (sql) => fit(database.prepare(sql)) }
}

/** How long a query waits for the lock. The request is then still answered within five seconds. */
const LOCK_TIMEOUT_MS = 4_000

/** Another program had the database locked during all tries of a query. */
export class DatabaseBusyError extends UnavailableError {
  constructor(cause: unknown) {
    super('Elimu is busy. Please try again.', new Error('another program holds the lock', { cause }))
  }
}

/**
 * Kysely's SQLite dialect with three differences. While another program has the database locked, a query that needs the
 * lock releases the only connection and tries again later, so that other queries can read. A rollback is skipped if SQLite
 * has rolled back by itself, as on a full disk: its error would hide the original one. And a yielding connection runs each
 * statement in its own event-loop tick.
 */
export class EmbeddedDialect extends SqliteDialect {
  readonly #database: EmbeddedDatabase
  readonly #isYielding: boolean
  readonly #connectionMutex = createMutex()

  constructor(database: EmbeddedDatabase, { isYielding = false } = {}) {
    super({ database })
    this.#database = database
    this.#isYielding = isYielding
  }

  /** The only connection, and how many queries and transactions wait for it. */
  connections() {
    const { isTaken, waiting } = this.#connectionMutex.state()
    return { open: 1, idle: isTaken ? 0 : 1, waiting }
  }

  override createDriver(): Driver {
    return new EmbeddedDriver(this.#database, this.#isYielding, this.#connectionMutex)
  }

  override createAdapter(): SqliteAdapter {
    return new EmbeddedAdapter()
  }
}

/** Stops Kysely from queueing the queries, because the driver below queues them. */
class EmbeddedAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true
  }
}

class EmbeddedDriver extends SqliteDriver {
  readonly #database: EmbeddedDatabase
  readonly #isYielding: boolean
  readonly #connectionMutex: Mutex
  /** Only the first of the queries that wait for the lock tries again. */
  readonly #retrying = createMutex()

  constructor(database: EmbeddedDatabase, isYielding: boolean, connectionMutex: Mutex) {
    super({ database })
    this.#database = database
    this.#isYielding = isYielding
    this.#connectionMutex = connectionMutex
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    await timed(() => this.#connectionMutex.acquire())
    const connection = await super.acquireConnection()
    const executeQuery: DatabaseConnection['executeQuery'] = async (query) => {
      if (this.#isYielding) await yieldToRequests()
      return timed(() => this.#whenUnlocked(() => connection.executeQuery(query)))
    }
    return {
      executeQuery,
      // Yields all rows at once, because only a whole query can be tried again.
      async *streamQuery<Row>(query: CompiledQuery) {
        yield await executeQuery<Row>(query)
      },
    }
  }

  override async releaseConnection(): Promise<void> {
    this.#connectionMutex.release()
  }

  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#database.isInTransaction()) await super.rollbackTransaction(connection)
  }

  async #whenUnlocked<Row>(work: () => Promise<QueryResult<Row>>): Promise<QueryResult<Row>> {
    const deadline = performance.now() + LOCK_TIMEOUT_MS
    let isRetrying = false
    try {
      for (;;)
        try {
          return await work()
        } catch (error) {
          // Within a transaction this process already has the lock.
          if (!isLocked(error) || this.#database.isInTransaction()) throw error
          this.#connectionMutex.release()
          await (isRetrying ? pause(PAUSE_MS) : this.#retrying.acquire())
          isRetrying = true
          await this.#connectionMutex.acquire()
          if (performance.now() > deadline) throw new DatabaseBusyError(error)
        }
    } finally {
      // The next query tries in a later event-loop tick, so that many waiting queries do not block the event loop together.
      if (isRetrying) setImmediate(() => this.#retrying.release())
    }
  }
}

type Mutex = ReturnType<typeof createMutex>

/** A mutex that is acquired in the order of the requests. */
function createMutex() {
  const waiting: (() => void)[] = []
  let isTaken = false
  return {
    async acquire(): Promise<void> {
      if (isTaken) await new Promise<void>((resolve) => waiting.push(resolve))
      isTaken = true
    },
    release(): void {
      const next = waiting.shift()
      if (next) next()
      else isTaken = false
    },
    state: () => ({ isTaken, waiting: waiting.length }),
  }
}
