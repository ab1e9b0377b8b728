import { setImmediate as eventLoopTick, setTimeout as pause } from 'node:timers/promises'
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteDialect,
  SqliteDriver,
} from 'kysely'
import { UnavailableError } from '../http/ApiError.ts'
import { type EmbeddedDatabase, isLocked } from './sqlite.ts'

/** How long a query waits for the lock. The request is then still answered within five seconds. */
const LOCK_PATIENCE_MS = 4_000
const PAUSE_MS = 50

/** Another program had the database locked during all tries of a query. */
export class DatabaseBusyError extends UnavailableError {
  constructor(cause: unknown) {
    super('Elimu is busy. Please try again.', new Error('another program holds the lock', { cause }))
  }
}

/**
 * Kysely's SQLite dialect with three differences. While another program has the database locked, a query that needs the
 * lock releases the only connection and tries again later, so that other queries can read. A rollback is skipped if SQLite
 * has rolled back by itself, as on a full disk: its error would hide the original one. And a patient connection runs each
 * statement in its own event-loop tick.
 */
export class EmbeddedDialect extends SqliteDialect {
  readonly #database: EmbeddedDatabase
  readonly #isPatient: boolean

  constructor(database: EmbeddedDatabase, { isPatient = false } = {}) {
    super({ database })
    this.#database = database
    this.#isPatient = isPatient
  }

  override createDriver(): Driver {
    return new EmbeddedDriver(this.#database, this.#isPatient)
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
  readonly #isPatient: boolean
  readonly #connectionMutex = createMutex()
  /** Of the queries that wait for the lock, only the first tries again. */
  readonly #retrying = createMutex()

  constructor(database: EmbeddedDatabase, isPatient: boolean) {
    super({ database })
    this.#database = database
    this.#isPatient = isPatient
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    await this.#connectionMutex.acquire()
    const connection = await super.acquireConnection()
    const executeQuery: DatabaseConnection['executeQuery'] = async (query) => {
      if (this.#isPatient) await eventLoopTick()
      return this.#whenUnlocked(() => connection.executeQuery(query))
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
    const deadline = performance.now() + LOCK_PATIENCE_MS
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
  }
}
