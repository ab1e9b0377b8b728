import { createHash } from 'node:crypto'
import { Kysely, sql, SqliteDialect } from 'kysely'
import { connect, databaseFile, type Engine } from '../connect.ts'
import { openReader } from './sqlite.ts'
import type { Tables } from '../tables.ts'

/** A transaction that reads or fills tables by name. */
export type Rows = { trx: Kysely<Tables>; engine: Engine }

export type Shape = { name: string; columns: string[]; key: string[] }

/** Rows per query: few, because a letter may have many thousand characters. */
const AT_ONCE = 500

/** Calls `work` in a transaction that sees one state of the database, while other transactions write without waiting. */
export async function withSnapshot<Result>(
  where: Parameters<typeof connect>[0],
  work: (rows: Rows) => Promise<Result>,
): Promise<Result> {
  const { db, engine }: { db: Kysely<Tables>; engine: Engine } = where.databaseUrl
    ? await connect(where)
    : {
        db: new Kysely({ dialect: new SqliteDialect({ database: openReader(databaseFile(where.dataDir)) }) }),
        engine: 'sqlite',
      }
  const reading = db.transaction()
  try {
    return await (
      engine === 'postgres'
        ? reading.setIsolationLevel('repeatable read').setAccessMode('read only')
        : reading
    ).execute((trx) => work({ trx, engine }))
  } finally {
    await db.destroy()
  }
}

/** Every table with its columns, and those of its primary key in order. */
export async function shapesIn({ trx, engine }: Rows): Promise<Shape[]> {
  const { rows } = await (
    engine === 'sqlite'
      ? sql<Column>`
          select tables.name as name, columns.name as column_name, columns.pk as position
          from sqlite_master tables join pragma_table_info(tables.name) columns
          where tables.type = 'table' and tables.name not like 'sqlite!_%' escape '!'`
      : sql<Column>`
          select relname::text as name, attname::text as column_name,
            coalesce(array_position(indkey::int2[], attnum) + 1, 0) as position
          from pg_class
            join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped
            left join pg_index on indrelid = pg_class.oid and indisprimary
          where relkind = 'r' and relnamespace = current_schema()::regnamespace`
  ).execute(trx)
  return [...Map.groupBy(rows, ({ name }) => name)]
    .map(([name, columns]) => ({
      name,
      columns: columns.map(({ column_name }) => column_name).sort(),
      key: columns
        .filter(({ position }) => position > 0)
        .sort((one, other) => one.position - other.position)
        .map(({ column_name }) => column_name),
    }))
    .sort((one, other) => (one.name < other.name ? -1 : 1))
}

type Column = { name: string; column_name: string; position: number }

export type TableSummary = { rows: number; sha256: string }

/**
 * The rows of a table as lines of JSON, the same on both engines: in the order of the primary key, with the columns in
 * the order of their names. Returns their number and their hash.
 */
export async function* linesOf(
  { trx }: Pick<Rows, 'trx'>,
  { name, columns, key }: Shape,
): AsyncGenerator<string, TableSummary> {
  const hash = createHash('sha256')
  const refs = (names: string[]) => sql.join(names.map((each) => sql.ref(each)))
  let count = 0
  let last: Record<string, unknown> | undefined
  for (;;) {
    const after = last && key.map((each) => last?.[each])
    const { rows }: { rows: Record<string, unknown>[] } = await sql<Record<string, unknown>>`
      select ${refs(columns)} from ${sql.table(name)}
      ${after ? sql`where (${refs(key)}) > (${sql.join(after)})` : sql``}
      order by ${refs(key)} limit ${sql.lit(AT_ONCE)}`.execute(trx)
    const lines = rows.map((row) => `${JSON.stringify(row)}\n`).join('')
    hash.update(lines)
    count += rows.length
    if (lines) yield lines
    if (rows.length < AT_ONCE) return { rows: count, sha256: hash.digest('hex') }
    last = rows.at(-1)
  }
}

/** The last id that was assigned in each table: ids are never reused, also after a deletion. */
export async function lastIdsIn({ trx, engine }: Rows): Promise<Record<string, number>> {
  const { rows } = await (
    engine === 'sqlite'
      ? sql<{ name: string; value: number }>`select name, seq as value from sqlite_sequence`
      : sql<{ name: string; value: number }>`
          select relname::text as name,
            coalesce(pg_sequence_last_value(pg_get_serial_sequence(quote_ident(relname), attname)::regclass), 0) as value
          from pg_class join pg_attribute on attrelid = pg_class.oid and attidentity <> ''
          where relkind = 'r' and relnamespace = current_schema()::regnamespace`
  ).execute(trx)
  return Object.fromEntries(rows.filter(({ value }) => value > 0).map(({ name, value }) => [name, value]))
}

export async function migrationsIn({ trx }: Pick<Rows, 'trx'>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from migrations order by name`.execute(trx)
  return rows.map(({ name }) => name)
}

/** The size of a database on its disk. */
export async function databaseBytes(db: Kysely<Tables>, engine: Engine): Promise<number> {
  const { rows } = await (
    engine === 'sqlite'
      ? sql<{
          bytes: number
        }>`select page_count * page_size as bytes from pragma_page_count(), pragma_page_size()`
      : sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`
  ).execute(db)
  return rows[0]?.bytes ?? 0
}
