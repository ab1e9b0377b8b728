import { sql } from 'kysely'
import { connect, type Database } from '../../database/connect.ts'
import { migrationNames } from '../../database/migrate.ts'
import { engineOfRun, type TestDatabase } from './testDatabase.ts'

const open = ({ DATA_DIR, DATABASE_URL }: TestDatabase) =>
  connect({ dataDir: DATA_DIR, databaseUrl: DATABASE_URL })

/** Opens a database for `work`, and closes it. */
export async function using(
  database: TestDatabase,
  work: (opened: Database) => Promise<void>,
): Promise<void> {
  const opened = await open(database)
  try {
    await work(opened)
  } finally {
    await opened.db.destroy()
  }
}

/** Every table and index with its columns, as the engine itself describes them. */
export async function shapeOf({ db }: Database): Promise<unknown[]> {
  const { rows } =
    engineOfRun === 'sqlite'
      ? await sql`select type, name, sql from sqlite_master order by type, name`.execute(db)
      : await sql`
          select table_name, column_name, data_type, collation_name, is_nullable
          from information_schema.columns where table_schema = 'public'
          union all
          select indexname, indexdef, '', '', '' from pg_indexes where schemaname = 'public'
          order by 1, 2`.execute(db)
  return rows
}

/** Runs all migrations before this one on an empty database. */
export async function migrateBefore({ db, engine }: Database, name: string): Promise<void> {
  await sql`create table "migrations" ("name" text primary key, "at" text not null)`.execute(db)
  for (const earlier of migrationNames.filter((known) => known < name)) {
    const { up } = (await import(`../../database/migrations/${earlier}.ts`)) as {
      up: (trx: unknown, engine: string, now: Date) => Promise<void>
    }
    await db.transaction().execute((trx) => up(trx, engine, new Date()))
    await sql`insert into migrations (name, at) values (${earlier}, '')`.execute(db)
  }
}
