import { besideFloor } from '../besideFloor.ts'
import { pageUrl, paceOf, timesTheFirst } from '../farPages.ts'
import { onPostgres } from '../onPostgres.ts'
import type { BenchData } from '../prepareData.ts'
import { fillStudents, LARGE, SMALL } from '../prepareStudents.ts'
import type { Measurement } from '../printTable.ts'

type Where = Parameters<typeof fillStudents>[0]

const fillSmall = (where: Where) => fillStudents(where, SMALL)
const fillLarge = (where: Where) => fillStudents(where, LARGE)

/** The first page from PostgreSQL, compared with the floor. */
export const studentsPageOnPostgres = ({ dataDir }: BenchData): Promise<Measurement[]> =>
  onPostgres(dataDir, fillSmall, (records) =>
    besideFloor('students page of 25 of 10,000 on PostgreSQL', records, pageUrl(1)),
  )

/** Far pages from PostgreSQL, each register in a server of its own, one after the other. */
export async function studentsOnPostgres({ dataDir }: BenchData): Promise<Measurement[]> {
  const { first } = await onPostgres(dataDir, fillSmall, (records) => paceOf(records, { first: pageUrl(1) }))
  const far = await onPostgres(dataDir, fillLarge, (records) =>
    paceOf(records, {
      'first page of 100,000 on PostgreSQL': pageUrl(1),
      'middle page of 100,000 on PostgreSQL': pageUrl(LARGE / 50),
      'last page of 100,000 on PostgreSQL': pageUrl(LARGE / 25),
    }),
  )
  return timesTheFirst(first, far)
}
