import type { BenchData } from '../prepareData.ts'
import { besideFloor } from '../besideFloor.ts'
import type { Measurement } from '../printTable.ts'

export const USERS_PAGE = '/api/getUsers?page=1&size=25'

/** A list page as a signed-in user asks for it, beside the least that could answer it. */
export const usersPage = ({ dataDir }: BenchData): Promise<Measurement[]> =>
  besideFloor('users page of 25', dataDir, USERS_PAGE)
