import { setTimeout as pause } from 'node:timers/promises'
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteDialect,
  SqliteDriver,
} from 'kysely'
import { type EmbeddedDatabase, isLocked } from './sqlite.ts'

/** A request that waits so long is answered within five seconds. */
const LOCK_PATIENCE_MS = 4_000
const PAUSE_MS = 50

/** Another program held the lock of the database all the time that a change was tried. */
export class DatabaseBusyError extends Error {}

/**
 * SQLite as Kysely knows it, but for two things. While another program has the lock, whoever wants to change something
 * waits without the only connection, so that others read on. And a rollback is no error where SQLite, its disk being
 * full, has rolled back by itself: that would hide what was.
 */
export class EmbeddedDialect extends SqliteDialect {
  readonly #database: EmbeddedDatabase

  constructor(database: EmbeddedDatabase) {
    super({ database })
    this.#database = database
  }

  override createDriver(): Driver {
    return new EmbeddedDriver(this.#database)
  }

  override createAdapter(): SqliteAdapter {
    return new EmbeddedAdapter()
  }
}

/** The driver below takes turns itself. */
class EmbeddedAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true
  }
}

class EmbeddedDriver extends SqliteDriver {
  readonly #database: EmbeddedDatabase
  readonly #turns = createTurns()
  /** Only the first of those who wait for the lock asks for it. */
  readonly #asking = createTurns()

  constructor(database: EmbeddedDatabase) {
    super({ database })
    this.#database = database
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    await this.#turns.take()
    const connection = await super.acquireConnection()
    const executeQuery: DatabaseConnection['executeQuery'] = (query) =>
      this.#whenUnlocked(() => connection.executeQuery(query))
    return {
      executeQuery,
      // In one piece: only a whole query can be tried again.
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
          // Within a transaction the lock is ours.
          if (!isLocked(error) || this.#database.isInTransaction()) throw error
          this.#turns.give()
          await (isAsking ? pause(PAUSE_MS) : this.#asking.take())
          isAsking = true
          await this.#turns.take()
          if (performance.now() > deadline)
            throw new DatabaseBusyError('another program holds the lock of the database', { cause: error })
        }
    } finally {
      // The next one asks in a later round of the event loop, so that many do not hold it up together.
      if (isAsking) setImmediate(() => this.#asking.give())
    }
  }
}

/** One at a time, in the order in which they came. */
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
