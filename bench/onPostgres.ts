import { startPostgres } from '../server/testing/startPostgres.ts'

type Where = { dataDir: string; databaseUrl: string }

/** Measures on a PostgreSQL server of its own, which is filled first and removed afterwards. */
export async function onPostgres<Filled, Result>(
  dataDir: string,
  fill: (where: Where) => Promise<Filled>,
  measure: (records: Record<string, string>, filled: Filled) => Promise<Result>,
): Promise<Result> {
  const postgres = await startPostgres()
  try {
    const filled = await fill({ dataDir, databaseUrl: postgres.url })
    return await measure({ DATA_DIR: dataDir, DATABASE_URL: postgres.url }, filled)
  } finally {
    await postgres.stop()
  }
}
