import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { inject, onTestFinished } from 'vitest'
import { databaseUrl, TEMPLATE } from './postgresSetup.ts'

/** The settings that lead to a database: `DATABASE_URL`, or `DATA_DIR` for SQLite. */
export type TestDatabase = { DATA_DIR: string; DATABASE_URL?: string }

/** Which of the two engines this run is on. */
export const engineOfRun = inject('postgresUrl') ? 'postgres' : 'sqlite'

/** A fresh database of its own for one test, on the engine of this run, that only one connection at a time sees. */
export async function openTestDatabase(): Promise<TestDatabase> {
  return engineOfRun === 'postgres'
    ? { DATA_DIR: ':memory:', DATABASE_URL: await copyTemplate(TEMPLATE) }
    : { DATA_DIR: ':memory:' }
}

/** A database that several apps or processes may open at once; `isEmpty` leaves the migrations to them. */
export async function openSharedDatabase({ isEmpty = false } = {}): Promise<TestDatabase> {
  const DATA_DIR = await temporaryFolder()
  if (engineOfRun === 'sqlite') return { DATA_DIR }
  return { DATA_DIR, DATABASE_URL: await copyTemplate(isEmpty ? 'template1' : TEMPLATE) }
}

export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'elimu-test-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

async function copyTemplate(template: string): Promise<string> {
  const serverUrl = inject('postgresUrl') ?? ''
  const name = `test_${randomBytes(8).toString('hex')}`
  await administer(serverUrl, `create database ${name} template ${template}`)
  onTestFinished(() => administer(serverUrl, `drop database ${name} with (force)`))
  return databaseUrl(serverUrl, name)
}

async function administer(serverUrl: string, statement: string): Promise<void> {
  const admin = new Client({ connectionString: serverUrl })
  await admin.connect()
  await admin.query(statement)
  await admin.end()
}
