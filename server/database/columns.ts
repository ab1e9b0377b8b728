import { sql, type ColumnDefinitionBuilder } from 'kysely'
import type { Engine } from './connect.ts'

/** The column types that the two engines spell differently. */
export function columnTypes(engine: Engine) {
  return {
    /** Sorted by code points on both engines; PostgreSQL would otherwise use the locale of its machine. */
    text: engine === 'postgres' ? sql`text collate "C"` : sql`text`,
    /** An increasing key, which is never reused, also after a deletion. */
    id: (column: ColumnDefinitionBuilder) =>
      engine === 'postgres'
        ? column.primaryKey().generatedByDefaultAsIdentity()
        : column.primaryKey().autoIncrement(),
  }
}
