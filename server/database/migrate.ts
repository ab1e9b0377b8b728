import { type Kysely, sql, type Transaction } from 'kysely'
import { StartError } from '../StartError.ts'
import type { Database, Engine } from './connect.ts'
import * as firstDoor from './migrations/0001-users-and-letters.ts'
import * as register from './migrations/0002-students-and-schools.ts'
import * as reports from './migrations/0003-reports-and-receipts.ts'
import * as drafts from './migrations/0004-drafts-and-waiting-records.ts'
import * as gallery from './migrations/0005-gallery.ts'
import * as notices from './migrations/0006-notices.ts'
import * as apostrophes from './migrations/0007-one-apostrophe.ts'
import * as letters from './migrations/0008-letters.ts'
import * as backups from './migrations/0009-backups.ts'
import type { Tables } from './tables.ts'

type Migration = { up(trx: Transaction<unknown>, engine: Engine, now: Date): Promise<void> }

/** In order, each frozen once it has landed: a correction is a new one. */
const migrations: { name: string; migration: Migration }[] = [
  { name: '0001-users-and-letters', migration: firstDoor },
  { name: '0002-students-and-schools', migration: register },
  { name: '0003-reports-and-receipts', migration: reports },
  { name: '0004-drafts-and-waiting-records', migration: drafts },
  { name: '0005-gallery', migration: gallery },
  { name: '0006-notices', migration: notices },
  { name: '0007-one-apostrophe', migration: apostrophes },
  { name: '0008-letters', migration: letters },
  { name: '0009-backups', migration: backups },
]

/** Any number that no other program uses for an advisory lock in this database. */
const POSTGRES_LOCK = 7_365_128

/**
 * Brings the database up to date. Each migration has a transaction of its own, and several processes that
 * start at once take turns: SQLite by its write lock, PostgreSQL by an advisory one. A new database begins with the
 * year of `now`.
 */
export async function migrate({ db, engine }: Database, now: Date): Promise<void> {
  const records = db as unknown as Kysely<Tables & { migrations: { name: string; at: string } }>
  await inTurn(async (trx) => {
    await trx.schema
      .createTable('migrations')
      .ifNotExists()
      .addColumn('name', 'text', (column) => column.primaryKey())
      .addColumn('at', 'text', (column) => column.notNull())
      .execute()
  })
  await refuseNewer()

  for (const { name, migration } of migrations) {
    await inTurn(async (trx) => {
      const done = await trx
        .selectFrom('migrations')
        .select('name')
        .where('name', '=', name)
        .executeTakeFirst()
      if (done) return
      await migration.up(trx as unknown as Transaction<unknown>, engine, now)
      await trx.insertInto('migrations').values({ name, at: now.toISOString() }).execute()
    })
  }

  async function inTurn(
    work: (trx: Transaction<Tables & { migrations: { name: string; at: string } }>) => Promise<void>,
  ) {
    await records.transaction().execute(async (trx) => {
      if (engine === 'postgres') await sql`select pg_advisory_xact_lock(${POSTGRES_LOCK})`.execute(trx)
      await work(trx)
    })
  }

  async function refuseNewer() {
    const known = new Set(migrations.map(({ name }) => name))
    const done = await records.selectFrom('migrations').select('name').orderBy('name').execute()
    const unknown = done.find(({ name }) => !known.has(name))
    if (unknown)
      throw new StartError(
        `This database was written by a newer Elimu (it knows "${unknown.name}"); start that version, or restore a backup.`,
      )
  }
}
