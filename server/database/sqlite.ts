import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import type { SqliteDatabase, SqliteStatement } from 'kysely'

/** More different statements than the app has; a bound, should one ever be built from input. */
const CACHE_LIMIT = 500

/** Fits Node's own SQLite to what Kysely asks of a driver, and keeps compiled statements. */
export function openSqlite(file: string): SqliteDatabase {
  const database = new DatabaseSync(file)
  // The settings hold per connection. The timeout comes first: switching to WAL may have to wait itself.
  database.exec(`
    pragma busy_timeout = 5000;
    pragma journal_mode = wal;
    pragma synchronous = full;
    pragma foreign_keys = on;
  `)
  const statements = new Map<string, SqliteStatement>()

  return {
    close: () => database.close(),
    prepare(sql) {
      const known = statements.get(sql)
      if (known) return known
      if (statements.size >= CACHE_LIMIT) statements.clear()
      const statement = fit(database, sql)
      statements.set(sql, statement)
      return statement
    },
  }
}

function fit(database: DatabaseSync, sql: string): SqliteStatement {
  // A transaction takes the write lock at once: one that reads first would fail when it comes to write.
  const statement = database.prepare(sql === 'begin' ? 'begin immediate' : sql)
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => statement.all(...(parameters as SQLInputValue[])),
    run: (parameters) => statement.run(...(parameters as SQLInputValue[])),
    iterate: (parameters) => statement.iterate(...(parameters as SQLInputValue[])),
  }
}
