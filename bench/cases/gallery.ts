import { startPostgres } from '../../server/testing/startPostgres.ts'
import { besideFloor } from '../besideFloor.ts'
import { paceOf } from '../farPages.ts'
import type { BenchData } from '../prepareData.ts'
import { fillMedia, withMedia } from '../prepareMedia.ts'
import { type Measurement, rate } from '../printTable.ts'

const galleryUrl = (student: number) => `/api/students/${student}?query=gallery`

/** A gallery as it is opened, beside the least that could answer it. */
export const gallery = (): Promise<Measurement[]> =>
  withMedia(({ dataDir, student }) =>
    besideFloor('a gallery of 200 among 20,000', dataDir, galleryUrl(student)),
  )

/** The same from PostgreSQL, for information. */
export async function galleryOnPostgres({ dataDir }: BenchData): Promise<Measurement[]> {
  const postgres = await startPostgres()
  try {
    const { student } = await fillMedia({ dataDir, databaseUrl: postgres.url })
    const env = { DATA_DIR: dataDir, DATABASE_URL: postgres.url }
    const { whole } = await paceOf(env, { whole: galleryUrl(student) })
    return [rate('a gallery of 200 on PostgreSQL', whole)]
  } finally {
    await postgres.stop()
  }
}
