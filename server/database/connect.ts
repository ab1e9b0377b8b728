import { createHash } from 'node:crypto'
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { Kysely, PostgresDialect } from 'kysely'
import { DatabaseError, Pool, type PoolClient, types } from 'pg'
import type { Config } from '../config.ts'
import { ensureFolder } from '../base/ensureFolder.ts'
import { UnavailableError } from '../base/ApiError.ts'
import { StartError } from '../base/StartError.ts'
import { timed } from './databaseTime.ts'
import { prepareBy } from './prepared.ts'
import { checkpoint, EmbeddedDialect, isLocked, openSqlite, syncLater } from './engines/sqlite.ts'
import type { Tables } from './tables.ts'

/** The time limit for a query that a user waits for. */
export const QUERY_TIMEOUT_MS = 10_000

export type Db = Kysely<Tables>
export type Engine = 'sqlite' | 'postgres'

/**
 * How many records one transaction of a long task should change: few on SQLite, where all other writers wait for it, and
 * more on PostgreSQL, where each statement is a round trip to another process.
 */
export const rowsAtOnce: Record<Engine, number> = { sqlite: 100, postgres: 1_000 }

export type Database = { db: Db; engine: Engine }

type Where = Pick<Config, 'databaseUrl' | 'dataDir'>

/**
 * Opens the database: PostgreSQL if a URL is set, else SQLite in the data folder. `onLost` is called for every
 * connection to PostgreSQL that breaks. `timeoutMs` is the deadline of each query on PostgreSQL.
 */
export async function connect(
  { databaseUrl, dataDir }: Where,
  onLost: (error: Error) => void = (error) => process.emitWarning(error),
  timeoutMs?: number,
): Promise<Database> {
  return databaseUrl ? connectPostgres(databaseUrl, onLost, timeoutMs) : connectSqlite(dataDir)
}

/** How many connections are open and idle, and how many callers wait for one. */
type ConnectionCounts = { open: number; idle: number; waiting: number }

const connectionCounts = new WeakMap<Db, () => ConnectionCounts>()

export const connectionsOf = (db: Db): ConnectionCounts | undefined => connectionCounts.get(db)?.()

/** The SQLite file of a data folder. */
export const databaseFile = (dataDir: string) => join(dataDir, 'elimu.sqlite')

/** Marks a data folder as a demo. The process that runs the demo locks this file through SQLite. */
export const demoMark = (dataDir: string) => join(dataDir, 'demo.lock')

export const hasDemo = ({ dataDir }: Pick<Config, 'dataDir'>) => existsSync(demoMark(dataDir))

/** Fails if DATA_DIR contains demo data, which only `npm run demo` may fill or serve. */
export function refuseDemo({ dataDir }: Pick<Config, 'dataDir'>): void {
  if (hasDemo({ dataDir }))
    throw new StartError(
      `DATA_DIR is "${dataDir}", which contains demo data: start it with "npm run demo", or name another folder.`,
    )
}

export const lockedDatabase = (dataDir: string) =>
  new StartError(
    `The database "${databaseFile(dataDir)}" is locked by another program: end that program, and start again.`,
  )

/** The files of the open SQLite databases. */
const sqliteFiles = new WeakMap<Db, string>()

/** For each database with a deadline, the same database without it. */
const withoutDeadlines = new WeakMap<Db, Db>()

/** The same database without a deadline, for slow statements that no user waits for. */
export const withoutDeadline = (db: Db): Db => withoutDeadlines.get(db) ?? db

/**
 * Runs a large transaction on its own connection: on SQLite's shared connection other users could not read until it ends.
 * PostgreSQL has a connection for each transaction anyway; there this only removes the deadline.
 */
export async function onOwnConnection<Result>(db: Db, work: (own: Db) => Promise<Result>): Promise<Result> {
  const file = sqliteFiles.get(db)
  if (file === undefined) return work(withoutDeadline(db))
  const database = openSqlite(file, { isSyncedLater: true })
  const own = new Kysely<Tables>({ dialect: new EmbeddedDialect(database, { isYielding: true }) })
  try {
    const result = await work(own)
    await syncLater(file)
    return result
  } finally {
    await own.destroy()
  }
}

/** Empties SQLite's log, which contains earlier versions of rows. An empty one needs no thread. */
export async function emptyLog(db: Db): Promise<void> {
  const file = sqliteFiles.get(db)
  if (file !== undefined && statSync(`${file}-wal`, { throwIfNoEntry: false })?.size)
    await checkpoint(file, { empties: true })
}

function connectSqlite(dataDir: string): Database {
  const file = dataDir === ':memory:' ? dataDir : databaseFile(dataDir)
  try {
    if (file !== dataDir) ensureFolder(dataDir)
    const database = openSqlite(file)
    const dialect = new EmbeddedDialect(database)
    const db = new Kysely<Tables>({ dialect })
    connectionCounts.set(db, () => dialect.connections())
    prepareBy(db, (text) => (values) => database.readNow(text, values))
    if (file !== dataDir) sqliteFiles.set(db, file)
    return { db, engine: 'sqlite' }
  } catch (error) {
    if (isLocked(error)) throw lockedDatabase(dataDir)
    if (isDamaged(error))
      throw new StartError(`The database "${file}" is damaged: ${reason(error)}. Restore it from a backup.`)
    throw new StartError(`DATA_DIR is "${dataDir}", but Elimu cannot write there: ${reason(error)}.`)
  }
}

async function connectPostgres(
  databaseUrl: string,
  onLost: (error: Error) => void,
  timeoutMs: number | undefined,
): Promise<Database> {
  const pool = openPool(databaseUrl, onLost)
  try {
    await pool.query('select 1')
  } catch (error) {
    await pool.end()
    const { host } = new URL(databaseUrl)
    throw new StartError(
      `DATABASE_URL points to ${host}, but PostgreSQL does not answer there: ${reason(error)}.`,
    )
  }
  const database = databaseOn(pool, timeoutMs)
  // Kysely ends only a pool that it has used: a start that fails before would wait for idle connections.
  await database.db.connection().execute(() => Promise.resolve())
  return database
}

/** The connections to a PostgreSQL. */
export function openPool(databaseUrl: string, onLost: (error: Error) => void): Pool {
  // pg would return counts, sums and bigints as text. Here they are far below 2^53.
  for (const type of [types.builtins.INT8, types.builtins.NUMERIC]) types.setTypeParser(type, Number)

  const pool = new Pool({
    connectionString: databaseUrl,
    connectionTimeoutMillis: 5_000,
    // A new connection takes longer than most queries. The default of ten seconds is shorter than users look at a page;
    // firewalls drop connections that were idle for some minutes.
    idleTimeoutMillis: 120_000,
  })
  // The pool replaces a broken connection at the next use. An error event without a listener would end the process.
  const report = (error: Error) => {
    if (!pool.ending) onLost(error)
  }
  pool.on('connect', (client) => client.on('error', report))
  // The pool repeats the error of an idle connection, which the listener above has reported already.
  pool.on('error', () => {})
  return pool
}

/** The database of these connections. */
export function databaseOn(pool: Connections, timeoutMs?: number): Database {
  const connections = refusing(pool, timeoutMs)
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: connections }) })
  connectionCounts.set(db, () => ({
    open: pool.totalCount,
    idle: pool.idleCount,
    waiting: pool.waitingCount,
  }))
  withoutDeadlines.set(db, new Kysely<Tables>({ dialect: new PostgresDialect({ pool: refusing(pool) }) }))
  prepareBy(db, (text) => {
    // PostgreSQL takes names of up to 63 bytes; equal texts share one statement.
    const name = createHash('sha256').update(text).digest('base64url')
    return async (values) => {
      const connection = await connections.connect()
      try {
        return (await connection.query({ name, text, values: [...values] })).rows
      } finally {
        connection.release()
      }
    }
  })
  return { db, engine: 'postgres' }
}

/** The part of a pool that Elimu uses. */
type Connections = Pick<Pool, 'connect' | 'end' | 'options' | 'totalCount' | 'idleCount' | 'waitingCount'>

const unanswered = (cause: unknown) =>
  new UnavailableError('The database does not answer. Please try again.', cause)

/** SQLSTATEs of a connection that broke, of a server that stops or starts, and of one with too many connections. */
const LOST = /^(08|57P|25P03|53300)/

/** Errors of a failed connection: those of the socket, such as ECONNRESET, and pg's own. */
const SOCKET = /^E[A-Z]+$/
const DISCONNECTED = /^(Connection terminated|Client (has encountered a connection error|was closed)|timeout)/

function isLost(error: unknown): boolean {
  const { code = '', message = '' } = error as { code?: string; message?: string }
  return error instanceof DatabaseError ? LOST.test(code) : SOCKET.test(code) || DISCONNECTED.test(message)
}

/**
 * The connections of a pool, whose calls are refused while PostgreSQL cannot be reached. A query that is not answered
 * within `timeoutMs` fails, and so does the rest of its transaction. Its connection is closed, because PostgreSQL or
 * the network may be hanging.
 */
function refusing(pool: Connections, timeoutMs?: number): Pick<Pool, 'connect' | 'end' | 'options'> {
  const connectOrRefuse = async () => {
    const client = await timed(() => pool.connect()).catch((error: unknown) => {
      throw unanswered(error)
    })
    return refusingClient(client, timeoutMs)
  }
  return { connect: connectOrRefuse as Pool['connect'], end: () => pool.end(), options: pool.options }
}

function refusingClient(client: PoolClient, timeoutMs: number | undefined): PoolClient {
  let failure: UnavailableError | undefined
  let isReleased = false
  const giveUp = () => {
    failure = unanswered(new Error(`no answer in ${timeoutMs} ms`))
    isReleased = true
    // Closes the connection, which rejects the query.
    client.release(true)
  }
  return Object.assign(Object.create(client) as PoolClient, {
    async query(...query: [string]) {
      if (failure) throw failure
      const timer = timeoutMs === undefined ? undefined : setTimeout(giveUp, timeoutMs)
      try {
        return await timed(() => client.query(...query))
      } catch (error) {
        if (isLost(error)) failure ??= unanswered(error)
        throw failure ?? error
      } finally {
        clearTimeout(timer)
      }
    },
    release(isBroken = failure !== undefined): void {
      if (!isReleased) client.release(isBroken)
    },
  })
}

const SQLITE_CORRUPT = 11
const SQLITE_NOTADB = 26

const isDamaged = (error: unknown) =>
  [SQLITE_CORRUPT, SQLITE_NOTADB].includes((error as { errcode?: number }).errcode ?? 0)

function reason(error: unknown): string {
  const { code, message } = error as { code?: string; message: string }
  return message || code || 'no reason given'
}
