import { besideFloor } from '../besideFloor.ts'
import { onPostgres } from '../onPostgres.ts'
import type { BenchData } from '../prepareData.ts'
import { fillMedia, withMedia } from '../prepareMedia.ts'
import type { Measurement } from '../printTable.ts'

const galleryUrl = (student: number) => `/api/students/${student}?query=gallery`

/** The call that opens a gallery, compared with the floor. */
export const gallery = (): Promise<Measurement[]> =>
  withMedia(({ dataDir, student }) =>
    besideFloor('a gallery of 200 among 20,000', { DATA_DIR: dataDir }, galleryUrl(student)),
  )

/** The same from PostgreSQL. */
export const galleryOnPostgres = ({ dataDir }: BenchData): Promise<Measurement[]> =>
  onPostgres(dataDir, fillMedia, (records, { student }) =>
    besideFloor('a gallery of 200 on PostgreSQL', records, galleryUrl(student)),
  )
