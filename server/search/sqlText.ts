import { type RawBuilder, sql } from 'kysely'

/** A folded column without apostrophes, as the contract's matcher compares it. */
export const plain = (column: string) => sql`replace(${sql.ref(column)}, ${sql.lit("'")}, '')`

export const like = (pattern: string | RawBuilder<unknown>) => sql`like ${pattern} escape '\\'`
