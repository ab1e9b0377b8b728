import { sql } from 'kysely'
import { FORMER_USER } from '#contract/users.ts'

/** `userName` of a joined table of users; null where no user was joined. */
export const userNameIn = (table: string) =>
  sql<string | null>`${sql.ref(`${table}.first_name`)} || ' ' || ${sql.ref(`${table}.last_name`)}`

/** The same for a left-joined author. An anonymised record names none. */
export const authorIn = (table: string) =>
  sql<string>`coalesce(${userNameIn(table)}, ${sql.lit(FORMER_USER)})`
