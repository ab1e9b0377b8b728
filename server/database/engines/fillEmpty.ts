import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { Kysely, sql } from 'kysely'
import { flush } from '../../base/flush.ts'
import { ensureFolder } from '../../base/ensureFolder.ts'
import { StartError } from '../../base/StartError.ts'
import { connect, databaseFile, type Db, type Engine } from '../connect.ts'
import { takeAdvisoryLock } from '../lockRow.ts'
import { migrateWithin } from '../migrate.ts'
import { linesOf, type Rows, type TableSummary, type Shape, shapesIn } from './snapshot.ts'
import { EmbeddedDialect, openSqlite } from './sqlite.ts'
import type { Tables } from '../tables.ts'

type Where = Parameters<typeof connect>[0]

/** Fails if the database of the settings has any table. */
export async function refuseNonEmpty(where: Where): Promise<void> {
  if (await isEmpty(where)) return
  throw new StartError(
    where.databaseUrl
      ? HAS_TABLES
      : `There is a database already: ${databaseFile(where.dataDir)}. Name an empty DATA_DIR.`,
  )
}

const HAS_TABLES = 'The database of DATABASE_URL has tables already. Name an empty one.'

/** Whether the database of the settings has no tables. */
export async function isEmpty({ databaseUrl, dataDir }: Where): Promise<boolean> {
  if (!databaseUrl) return !existsSync(databaseFile(dataDir))
  const { db, engine } = await connect({ databaseUrl, dataDir })
  try {
    return (await shapesIn({ trx: db, engine })).length === 0
  } finally {
    await db.destroy()
  }
}

/**
 * Calls `work` in a transaction of an empty database. Its rows become visible only once it has ended: SQLite's file gets
 * its name then.
 */
export async function fillEmpty<Result>(
  where: Where,
  work: (rows: Rows) => Promise<Result>,
): Promise<Result> {
  await refuseNonEmpty(where)
  if (where.databaseUrl) {
    const { db, engine } = await connect(where)
    return inOneTransaction(db, engine, async (rows) => {
      // Other processes that restore or start wait for this lock, or were a moment faster.
      await takeAdvisoryLock(rows.trx, 'tables')
      if ((await shapesIn(rows)).length > 0) throw new StartError(HAS_TABLES)
      return work(rows)
    })
  }

  const file = databaseFile(where.dataDir)
  // Unique, so that another restore cannot rename a file that this one has only half filled.
  const unfinished = `${file}.restoring-${randomUUID()}`
  ensureFolder(where.dataDir)
  await removeAll(`${file}.restoring`)
  try {
    const database = openSqlite(unfinished)
    const db = new Kysely<Tables>({ dialect: new EmbeddedDialect(database) })
    // An incomplete file is useless, so nothing needs to be flushed to the disk or rolled back.
    for (const pragma of ['journal_mode = memory', 'synchronous = off', 'foreign_keys = off'])
      await sql.raw(`pragma ${pragma}`).execute(db)
    const result = await inOneTransaction(db, 'sqlite', work)
    if (!existsSync(unfinished))
      throw new StartError('Another restore into this DATA_DIR has started. This one has changed nothing.')
    await flush(unfinished)
    // Elimu may have been started in this DATA_DIR during the restore.
    await refuseNonEmpty(where)
    await rename(unfinished, file)
    await flush(dirname(file))
    return result
  } finally {
    await removeAll(unfinished)
  }
}

/** Removes every file whose path begins with `start`. */
async function removeAll(start: string): Promise<void> {
  const folder = dirname(start)
  for (const name of await readdir(folder))
    if (name.startsWith(basename(start))) await rm(join(folder, name), { force: true })
}

async function inOneTransaction<Result>(db: Db, engine: Engine, work: (rows: Rows) => Promise<Result>) {
  try {
    return await db.transaction().execute((trx) => work({ trx, engine }))
  } finally {
    await db.destroy()
  }
}

/** Creates the tables of these migrations without rows, and calls `fill` while foreign keys are not enforced. */
export async function fillTables<Result>(
  rows: Rows,
  migrations: readonly string[],
  now: Date,
  fill: (shapes: Map<string, Shape>) => Promise<Result>,
): Promise<Result> {
  const { trx, engine } = rows
  await migrateWithin(trx, engine, now, migrations)
  const shapes = (await shapesIn(rows)).filter(({ name }) => name !== 'migrations')
  const keys = engine === 'postgres' ? await dropForeignKeys(rows) : []
  for (const { name } of shapes) await sql`delete from ${sql.table(name)}`.execute(trx)
  const result = await fill(new Map(shapes.map((shape) => [shape.name, shape])))
  for (const { table, name, definition } of keys)
    await sql`alter table ${sql.table(table)} add constraint ${sql.ref(name)} ${sql.raw(definition)}`.execute(
      trx,
    )
  if (engine === 'sqlite') {
    const wrong = await sql<{ table: string }>`pragma foreign_key_check`.execute(trx)
    if (wrong.rows.length > 0)
      throw new StartError(`The rows of ${wrong.rows[0]?.table} refer to rows that are missing.`)
  }
  return result
}

/** The owner of the tables may drop foreign keys; only a superuser may defer them. */
async function dropForeignKeys({ trx }: Rows) {
  const { rows: keys } = await sql<{ table: string; name: string; definition: string }>`
    select relname::text as table, conname::text as name, pg_get_constraintdef(pg_constraint.oid) as definition
    from pg_constraint join pg_class on pg_class.oid = conrelid
    where contype = 'f' and relnamespace = current_schema()::regnamespace order by 1, 2`.execute(trx)
  for (const { table, name } of keys)
    await sql`alter table ${sql.table(table)} drop constraint ${sql.ref(name)}`.execute(trx)
  return keys
}

/** Characters per statement, so that there are few round trips to PostgreSQL. */
const CHARACTERS_AT_ONCE = 256 * 1024

/** Inserts rows that `linesOf` has written; each chunk ends with a line. */
export async function insertLines(
  { trx, engine }: Rows,
  shape: Shape,
  lines: AsyncIterable<Buffer>,
): Promise<void> {
  const columns = sql.join(shape.columns.map((column) => sql.ref(column)))
  const table = sql.table(shape.name)
  let text = ''
  for await (const chunk of lines) {
    text += chunk
    if (text.length > CHARACTERS_AT_ONCE) await insert()
  }
  if (text) await insert()

  async function insert(): Promise<void> {
    // JSON has no line break inside a line.
    const json = `[${text.slice(0, -1).replaceAll('\n', ',')}]`
    text = ''
    await (
      engine === 'postgres'
        ? sql`insert into ${table} (${columns}) overriding system value
            select ${columns} from jsonb_populate_recordset(null::${table}, ${json}::jsonb)`
        : sql`insert into ${table} (${columns})
            select ${sql.join(shape.columns.map((column) => sql`value ->> ${sql.lit(column)}`))}
            from json_each(${json})`
    ).execute(trx)
  }
}

/** Continues the ids after the last one that was ever assigned. */
export async function setLastIds({ trx, engine }: Rows, lastIds: Record<string, number>): Promise<void> {
  if (engine === 'sqlite') {
    await sql`delete from sqlite_sequence`.execute(trx)
    for (const [name, value] of Object.entries(lastIds))
      await sql`insert into sqlite_sequence (name, seq) values (${name}, ${value})`.execute(trx)
    return
  }
  const { rows } = await sql<{ name: string; sequence: string }>`
    select relname::text as name, pg_get_serial_sequence(quote_ident(relname), attname) as sequence
    from pg_class join pg_attribute on attrelid = pg_class.oid and attidentity <> ''
    where relkind = 'r' and relnamespace = current_schema()::regnamespace`.execute(trx)
  for (const { name, sequence } of rows) {
    const value = lastIds[name] ?? 0
    await sql`select setval(${sequence}::regclass, ${value || 1}, ${value > 0})`.execute(trx)
  }
}

/** The number and hash of a table's rows, as `linesOf` returns them. */
export async function summaryOf(rows: Rows, shape: Shape): Promise<TableSummary> {
  const lines = linesOf(rows, shape)
  for (;;) {
    const { done, value } = await lines.next()
    if (done) return value
  }
}
