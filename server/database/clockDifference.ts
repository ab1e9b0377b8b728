import { sql } from 'kysely'
import type { Database } from './connect.ts'

/** By how many ms this machine's clock is ahead of PostgreSQL's. SQLite has no other clock. */
export async function clockDifference({ db, engine }: Database): Promise<number> {
  if (engine === 'sqlite') return 0
  const { rows } = await sql<{
    ms: number
  }>`select extract(epoch from clock_timestamp()) * 1000 as ms`.execute(db)
  return Date.now() - (rows[0]?.ms ?? 0)
}
