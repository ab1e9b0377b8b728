import { readdirSync } from 'node:fs'
import { join, parse } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { type Kysely, sql, type Transaction } from 'kysely'
import { StartError } from '../base/StartError.ts'
import type { Database, Engine } from './connect.ts'
import { copyBeforeUpdate, existingCopy } from './engines/copyBeforeUpdate.ts'
import { takeAdvisoryLock } from './lockRow.ts'
import type { Tables } from './tables.ts'

type Migration = { up(trx: Transaction<unknown>, engine: Engine, now: Date): Promise<void> }

/** In order. A migration that has been released is never changed: a correction is a new one. */
export const migrationNames: readonly string[] = readdirSync(join(import.meta.dirname, 'migrations'))
  .filter((file) => /^\d{4}-[\w-]+\.ts$/.test(file))
  .map((file) => parse(file).name)
  .toSorted()

type Recorded = Tables & { migrations: { name: string; at: string } }

type Reporting = {
  log?: Pick<FastifyBaseLogger, 'info'>
  /** Shows the operator a sentence. */
  print?: (sentence: string) => void
}

/** Migrations that take longer than this are reported to the operator, who is waiting. */
const LONG_MS = 1_000

/**
 * Updates the database. Each migration has its own transaction, and processes that start at the same time wait for each
 * other: on SQLite by its write lock, on PostgreSQL by an advisory lock. A new database begins with the year of `now`. A
 * SQLite database that is in use is copied first.
 */
export async function migrate(
  { db, engine }: Database,
  now: Date,
  { log, print }: Reporting = {},
): Promise<void> {
  const records = db as unknown as Kysely<Recorded>
  await withLock(createRecord)
  await withLock(async (trx) => {
    const pending = await listPending(trx, engine)
    const isNew = pending.length === migrationNames.length
    if (!pending[0] || isNew || !(await hasUsers(trx))) return
    const sentence = await prepareToGoBack(trx, pending[0])
    print?.(sentence)
  })

  for (const name of migrationNames) {
    const began = performance.now()
    const isChanged = await withLock(async (trx) => {
      if ((await listDone(trx)).includes(name)) return false
      await applyMigration(name, trx, engine, now)
      return true
    })
    if (!isChanged) continue
    const ms = Math.round(performance.now() - began)
    log?.info({ migration: name, ms }, 'database migrated')
    if (ms > LONG_MS) print?.(`${name} took ${(ms / 1_000).toFixed(1)} s.`)
  }

  function withLock<Result>(work: (trx: Transaction<Recorded>) => Promise<Result>): Promise<Result> {
    return records.transaction().execute(async (trx) => {
      await takeAdvisoryLock(trx, 'tables')
      return work(trx)
    })
  }

  /** Returns a sentence that says how to go back to the previous version. */
  async function prepareToGoBack(trx: Transaction<Recorded>, next: string): Promise<string> {
    if (engine === 'postgres')
      return `The PostgreSQL database is being updated (${next}). Elimu makes no copy of it: you need a backup to go back.`
    const copy = copyBeforeUpdate(await fileOf(trx), next)
    return `The database is being updated. A copy from before the update is stored as ${copy}`
  }
}

/** Refuses a database that this version has not updated yet. */
export async function expectUpToDate({ db, engine }: Database): Promise<void> {
  const tables = await db.introspection.getTables()
  if (!tables.some(({ name }) => name === 'migrations'))
    throw new StartError('There is no Elimu in this database yet: start Elimu first.')
  const [next] = await listPending(db, engine)
  if (next)
    throw new StartError('This database was written by an older Elimu: start this version once first.')
}

/** The migrations that a database lacks. Refuses a database that has an unknown one. */
async function listPending(records: Kysely<Recorded>, engine: Engine) {
  const done = await listDone(records)
  const unknown = done.find((name) => !migrationNames.includes(name))
  if (unknown) {
    const copy = engine === 'sqlite' && existingCopy(await fileOf(records), unknown)
    throw new StartError(
      `This database was written by a newer Elimu (it knows "${unknown}"); start that version, or ${
        copy
          ? `go back to the database from before that update, which is stored as ${copy}: docs/operating.md, "Updating", has the steps`
          : 'restore a backup'
      }.`,
    )
  }
  return migrationNames.filter((name) => !done.includes(name))
}

/** The file of a SQLite database. */
async function fileOf(records: Kysely<Recorded>): Promise<string> {
  const { rows } = await sql<{ file: string }>`pragma database_list`.execute(records)
  return rows[0]?.file ?? ''
}

async function listDone(records: Kysely<Recorded>): Promise<string[]> {
  const done = await records.selectFrom('migrations').select('name').orderBy('name').execute()
  return done.map(({ name }) => name)
}

/** A new database has no users: the first start adds one after all migrations. */
async function hasUsers(records: Kysely<Recorded>): Promise<boolean> {
  return (await records.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined
}

const createRecord = async (trx: Kysely<Recorded>) =>
  trx.schema
    .createTable('migrations')
    .ifNotExists()
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('at', 'text', (column) => column.notNull())
    .execute()

async function applyMigration(name: string, trx: Kysely<Recorded>, engine: Engine, now: Date): Promise<void> {
  const migration = (await import(`./migrations/${name}.ts`)) as Migration
  await migration.up(trx as unknown as Transaction<unknown>, engine, now)
  await trx.insertInto('migrations').values({ name, at: now.toISOString() }).execute()
}

/** Applies these migrations in the caller's transaction; before the first ones it creates the table that records them. */
export async function migrateWithin(
  trx: Kysely<Tables>,
  engine: Engine,
  now: Date,
  names: readonly string[],
): Promise<void> {
  await createRecord(trx)
  for (const name of names) await applyMigration(name, trx, engine, now)
}
