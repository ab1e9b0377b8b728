import { annualReports, timeAnnual } from '../annual.ts'
import { besideFloor } from '../besideFloor.ts'
import { onPostgres } from '../onPostgres.ts'
import type { BenchData } from '../prepareData.ts'
import { fillRecords } from '../prepareRecords.ts'
import type { Measurement } from '../printTable.ts'
import { yearUrl } from './reportCardsYear.ts'

/** A student's year from PostgreSQL, compared with the floor, and the annual reports for information. */
export const recordsOnPostgres = ({ dataDir }: BenchData): Promise<Measurement[]> =>
  onPostgres(dataDir, fillRecords, async (records, { latestYear }) => {
    const measurements = await besideFloor('a student’s year on PostgreSQL', records, yearUrl(latestYear))
    for (const [name, call] of Object.entries(annualReports)) {
      const { ms } = await timeAnnual(records, call(latestYear))
      measurements.push({ name: `annual ${name} report on PostgreSQL`, elimu: `${Math.round(ms)} ms` })
    }
    return measurements
  })
