import { besideFloor } from '../besideFloor.ts'
import { onPostgres } from '../onPostgres.ts'
import { type BenchData, fillRecords } from '../prepareData.ts'
import type { Measurement } from '../printTable.ts'

export const USERS_PAGE = '/api/getUsers?page=1&size=25'

/** A list page as a signed-in user asks for it, compared with the floor. */
export const usersPage = ({ dataDir }: BenchData): Promise<Measurement[]> =>
  besideFloor('users page of 25', { DATA_DIR: dataDir }, USERS_PAGE)

/** The same page from PostgreSQL. */
export const usersPageOnPostgres = ({ dataDir }: BenchData): Promise<Measurement[]> =>
  onPostgres(dataDir, fillRecords, (records) =>
    besideFloor('users page of 25 on PostgreSQL', records, USERS_PAGE),
  )
