import { besideFloor } from '../besideFloor.ts'
import { withRecords } from '../prepareRecords.ts'
import type { Measurement } from '../printTable.ts'

/** The year of a student: three reports with their marks, of a million. */
export const reportCardsYear = (): Promise<Measurement[]> =>
  withRecords(({ dataDir, latestYear }) =>
    besideFloor('a student’s year among 1,080,000 marks', { DATA_DIR: dataDir }, yearUrl(latestYear)),
  )

export const yearUrl = (year: number) => `/api/reports?query=profile&student=5000&year=${year}`
