import { sql } from 'kysely'
import { FORMER_USER } from '#contract/users.ts'

/** `userName` of a joined table of users; null where no user was joined. */
export const userNameIn = (table: string) =>
  sql<string | null>`${sql.ref(`${table}.first_name`)} || ' ' || ${sql.ref(`${table}.last_name`)}`

/** The same of a left-joined author; a record that is anonymised names none. */
export const authorIn = (table: string) =>
  sql<string>`coalesce(${userNameIn(table)}, ${sql.lit(FORMER_USER)})`
