import { sql, type Transaction } from 'kysely'
import type { Db } from '../../database/connect.ts'
import type { Tables } from '../../database/tables.ts'
import type { TestApp } from '../testApp.ts'
import { until } from '../until.ts'

/**
 * Starts calls inside a transaction and ends it once they all wait for its locks, so that they truly run in parallel.
 */
export async function startTogether<Result>(
  { db, engine }: TestApp,
  change: (trx: Transaction<Tables>) => Promise<unknown>,
  calls: (() => Promise<Result>)[],
): Promise<Result[]> {
  const { begun } = await db.transaction().execute(async (trx) => {
    await change(trx)
    const answers = calls.map((call) => call())
    // On SQLite, which has one writer at a time, the calls wait until the transaction ends.
    if (engine === 'postgres')
      await until('every call waits', async () => (await countWaiting(db)) === calls.length)
    return { begun: answers }
  })
  return Promise.all(begun)
}

async function countWaiting(db: Db): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`
    select count(*) as waiting from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  return rows[0]?.waiting ?? 0
}
