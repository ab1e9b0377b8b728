import type { Db } from '../../database/connect.ts'

/**
 * The same database, but `change` runs once, between the first rows that are read and what their reader does with them.
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
