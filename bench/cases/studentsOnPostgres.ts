import { startPostgres } from '../../server/testing/startPostgres.ts'
import { pageUrl, paceOf, timesTheFirst } from '../farPages.ts'
import { fillStudents, LARGE, SMALL } from '../prepareStudents.ts'
import type { BenchData } from '../prepareData.ts'
import type { Measurement } from '../printTable.ts'

/** The same pages from PostgreSQL, each register in a server of its own, one after the other. */
export async function studentsOnPostgres({ dataDir }: BenchData): Promise<Measurement[]> {
  const { first } = await onPostgres(dataDir, SMALL, (env) => paceOf(env, { first: pageUrl(1) }))
  const far = await onPostgres(dataDir, LARGE, (env) =>
    paceOf(env, {
      'first page of 100,000 on PostgreSQL': pageUrl(1),
      'middle page of 100,000 on PostgreSQL': pageUrl(LARGE / 50),
      'last page of 100,000 on PostgreSQL': pageUrl(LARGE / 25),
    }),
  )
  return timesTheFirst(first, far)
}

async function onPostgres<Result>(
  dataDir: string,
  count: number,
  measure: (env: Record<string, string>) => Promise<Result>,
): Promise<Result> {
  const postgres = await startPostgres()
  try {
    await fillStudents({ dataDir, databaseUrl: postgres.url }, count)
    return await measure({ DATA_DIR: dataDir, DATABASE_URL: postgres.url })
  } finally {
    await postgres.stop()
  }
}
