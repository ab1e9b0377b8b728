import { startPostgres } from '../../server/testing/startPostgres.ts'
import { annualReports, timeAnnual } from '../annual.ts'
import { paceOf } from '../farPages.ts'
import type { BenchData } from '../prepareData.ts'
import { fillRecords } from '../prepareRecords.ts'
import { type Measurement, rate } from '../printTable.ts'
import { yearUrl } from './reportsYear.ts'

/** The same from PostgreSQL, for information. */
export async function recordsOnPostgres({ dataDir }: BenchData): Promise<Measurement[]> {
  const postgres = await startPostgres()
  try {
    const { latestYear } = await fillRecords({ dataDir, databaseUrl: postgres.url })
    const env = { DATA_DIR: dataDir, DATABASE_URL: postgres.url }
    const { year } = await paceOf(env, { year: yearUrl(latestYear) })
    const measurements = [rate('a student’s year on PostgreSQL', year)]
    for (const [name, call] of Object.entries(annualReports)) {
      const { ms } = await timeAnnual(env, call(latestYear))
      measurements.push({ name: `annual ${name} report on PostgreSQL`, elimu: `${Math.round(ms)} ms` })
    }
    return measurements
  } finally {
    await postgres.stop()
  }
}
