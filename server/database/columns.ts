import { sql, type ColumnDefinitionBuilder } from 'kysely'
import type { Engine } from './connect.ts'

/** The column types that the two engines spell differently. */
export function columnTypes(engine: Engine) {
  return {
    /** Sorted by code points on both engines; PostgreSQL would otherwise follow its machine's language. */
    text: engine === 'postgres' ? sql`text collate "C"` : sql`text`,
    /** A key that counts up and is never given twice, also after a deletion. */
    id: (column: ColumnDefinitionBuilder) =>
      engine === 'postgres'
        ? column.primaryKey().generatedByDefaultAsIdentity()
        : column.primaryKey().autoIncrement(),
  }
}
