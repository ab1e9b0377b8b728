import { Client } from 'pg'
import type { TestProject } from 'vitest/node'
import { connect } from '../../database/connect.ts'
import { migrate } from '../../database/migrate.ts'
import { startPostgres } from './startPostgres.ts'
import { steppedClock } from '../steppedClock.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The PostgreSQL of this run; absent where the tests run on SQLite. */
    postgresUrl?: string
  }
}

export const TEMPLATE = 'elimu_template'

/** Starts PostgreSQL once for the run, with a migrated database to copy for every test. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startPostgres()
  const admin = new Client({ connectionString: postgres.url })
  await admin.connect()
  await admin.query(`create database ${TEMPLATE}`)
  await admin.end()

  const template = await connect({ databaseUrl: databaseUrl(postgres.url, TEMPLATE), dataDir: '' })
  await migrate(template, steppedClock()())
  await template.db.destroy()

  project.provide('postgresUrl', postgres.url)
  return () => postgres.stop()
}

export function databaseUrl(serverUrl: string, name: string): string {
  const url = new URL(serverUrl)
  url.pathname = name
  return url.href
}
