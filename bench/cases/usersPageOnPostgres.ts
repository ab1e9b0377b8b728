import { startPostgres } from '../../server/testing/startPostgres.ts'
import { compare } from '../drive.ts'
import { launchElimu } from '../launch.ts'
import { type BenchData, fillRecords } from '../prepareData.ts'
import { type Measurement, rate } from '../printTable.ts'
import { signedInHeaders } from '../signedIn.ts'
import { USERS_PAGE } from './usersPage.ts'

/** The same page from PostgreSQL, for information: there a process of its own does the reading. */
export async function usersPageOnPostgres({ dataDir }: BenchData): Promise<Measurement[]> {
  const postgres = await startPostgres()
  try {
    await fillRecords({ dataDir, databaseUrl: postgres.url })
    return await measure({ DATA_DIR: dataDir, DATABASE_URL: postgres.url })
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
