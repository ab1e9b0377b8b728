import { type Kysely, PostgresAdapter, sql } from 'kysely'
import type { Tables } from './tables.ts'

/**
 * A number that grows with every change of the records, because every change writes its history in the same
 * transaction: what was worked out at one version holds until the next. None while somebody is writing on
 * PostgreSQL, whose numbers are given before the rows that bear them can be seen.
 */
export function versionReader(db: Kysely<Tables>): () => Promise<number | undefined> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  const isQuiet = isPostgres
    ? sql<boolean>`pg_snapshot_xmin(pg_current_snapshot()) = pg_snapshot_xmax(pg_current_snapshot())`
    : sql<number>`1`
  const query = sql<{ version: number | null; is_quiet: unknown }>`
    select max(id) as version, ${isQuiet} as is_quiet from history`.compile(db)
  return async () => {
    const { rows } = await db.executeQuery(query)
    return rows[0]?.is_quiet ? (rows[0].version ?? 0) : undefined
  }
}
