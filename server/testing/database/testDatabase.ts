import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { inject } from 'vitest'
import { connect, databaseFile } from '../../database/connect.ts'
import { migrate } from '../../database/migrate.ts'
import { memoryFolder } from '../files/memoryFolder.ts'
import { copyPostgres, takePostgres } from './postgresDatabases.ts'
import { steppedClock } from '../steppedClock.ts'
import { temporaryFolder } from '../files/temporaryFolder.ts'

/** The settings that lead to a database: `DATABASE_URL`, or `DATA_DIR` for SQLite. */
export type TestDatabase = { DATA_DIR: string; DATABASE_URL?: string }

/** The engine of this run. */
export const engineOfRun = inject('postgresUrl') ? 'postgres' : 'sqlite'

/** A fresh, migrated database for one test, on the engine of this run. */
export async function openTestDatabase(): Promise<TestDatabase> {
  return engineOfRun === 'postgres'
    ? { DATA_DIR: await temporaryFolder(), DATABASE_URL: await takePostgres() }
    : openEmbeddedDatabase()
}

/**
 * The same for a test that kills processes with connections to the database; `isEmpty` leaves the migrations to the
 * test.
 */
export async function openSharedDatabase({ isEmpty = false } = {}): Promise<TestDatabase> {
  if (engineOfRun === 'postgres')
    return { DATA_DIR: await temporaryFolder(), DATABASE_URL: await copyPostgres({ isEmpty }) }
  return isEmpty ? { DATA_DIR: await temporaryFolder() } : openEmbeddedDatabase()
}

/** A fresh, migrated SQLite database, whichever the engine of this run is. */
export async function openEmbeddedDatabase(): Promise<TestDatabase> {
  const DATA_DIR = await temporaryFolder(await memoryFolder())
  await writeFile(databaseFile(DATA_DIR), await (migrated ??= migrateOnce()))
  return { DATA_DIR }
}

/** The bytes of a migrated database, which every test of this worker gets a copy of. */
let migrated: Promise<Buffer> | undefined

async function migrateOnce(): Promise<Buffer> {
  const dataDir = await mkdtemp(join(await memoryFolder(), 'elimu-migrated-'))
  const database = await connect({ dataDir, databaseUrl: undefined })
  await migrate(database, steppedClock()())
  await database.db.destroy()
  const bytes = await readFile(databaseFile(dataDir))
  await rm(dataDir, { recursive: true })
  return bytes
}
