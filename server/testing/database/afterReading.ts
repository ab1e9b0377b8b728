import type { Db } from '../../database/connect.ts'

/**
 * The same database, but `change` runs once: after the first query that finds rows, and before its caller continues.
 */
export function afterReading(db: Db, change: () => Promise<unknown>): Db {
  let hasRun = false
  return db.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      if (!hasRun && result.rows.length > 0) {
        hasRun = true
        await change()
      }
      return result
    },
  })
}
