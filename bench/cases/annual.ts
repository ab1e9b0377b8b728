import { annualReports, timeAnnual } from '../annual.ts'
import { withRecords } from '../prepareRecords.ts'
import { bounded, type Measurement } from '../printTable.ts'

/** The annual reports of 10,000 students, which must hardly delay other users. */
export const annual = (): Promise<Measurement[]> =>
  withRecords(async ({ dataDir, latestYear }) => {
    const measurements: Measurement[] = []
    for (const [name, call] of Object.entries(annualReports)) {
      const { ms, longestWait } = await timeAnnual({ DATA_DIR: dataDir }, call(latestYear))
      measurements.push(
        bounded(`annual ${name} report of 10,000 students`, ms, 250, 'ms'),
        bounded(`longest event-loop delay meanwhile (${name})`, longestWait, 20, 'ms'),
      )
    }
    return measurements
  })
