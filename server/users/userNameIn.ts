import { sql } from 'kysely'

/** `userName` of a joined table of users; null where no user was joined. */
export const userNameIn = (table: string) =>
  sql<string | null>`${sql.ref(`${table}.first_name`)} || ' ' || ${sql.ref(`${table}.last_name`)}`
