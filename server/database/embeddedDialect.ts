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

/** Another program held the lock of the database during all tries of a query. */
export class DatabaseBusyError extends UnavailableError {
  constructor(cause: unknown) {
    super('Elimu is busy. Please try again.', new Error('another program holds the lock', { cause }))
  }
}

/**
 * Kysely's SQLite dialect with three differences. While another program holds the lock, a query that needs it gives back
 * the only connection and tries again later, so that other queries can read. A rollback is skipped if SQLite has
 * rolled back by itself, as on a full disk: its error would hide the original one. And a patient connection gives each
 * statement a turn of the event loop of its own.
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

/** Keeps Kysely from queueing the queries, because the driver below does. */
class EmbeddedAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true
  }
}

class EmbeddedDriver extends SqliteDriver {
  readonly #database: EmbeddedDatabase
  readonly #isPatient: boolean
  readonly #turns = createTurns()
  /** Of the queries that wait for the lock, only the first tries again. */
  readonly #asking = createTurns()

  constructor(database: EmbeddedDatabase, isPatient: boolean) {
    super({ database })
    this.#database = database
    this.#isPatient = isPatient
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    await this.#turns.take()
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
    this.#turns.give()
  }

  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#database.isInTransaction()) await super.rollbackTransaction(connection)
  }

  async #whenUnlocked<Row>(work: () => Promise<QueryResult<Row>>): Promise<QueryResult<Row>> {
    const deadline = performance.now() + LOCK_PATIENCE_MS
    let isAsking = false
    try {
      for (;;)
        try {
          return await work()
        } catch (error) {
          // Within a transaction this process holds the lock already.
          if (!isLocked(error) || this.#database.isInTransaction()) throw error
          this.#turns.give()
          await (isAsking ? pause(PAUSE_MS) : this.#asking.take())
          isAsking = true
          await this.#turns.take()
          if (performance.now() > deadline) throw new DatabaseBusyError(error)
        }
    } finally {
      // The next query tries in a later turn of the event loop, so that many waiting queries do not block it together.
      if (isAsking) setImmediate(() => this.#asking.give())
    }
  }
}

/** A lock that is given in the order in which it was asked for. */
function createTurns() {
  const waiting: (() => void)[] = []
  let isTaken = false
  return {
    async take(): Promise<void> {
      if (isTaken) await new Promise<void>((resolve) => waiting.push(resolve))
      isTaken = true
    },
    give(): void {
      const next = waiting.shift()
      if (next) next()
      else isTaken = false
    },
  }
}
