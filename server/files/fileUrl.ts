import { sql } from 'kysely'

const FILES = '/api/files/'

/** The address of a file. Each version of a file has an id of its own, so the content at an address never changes. */
export const fileUrl = (id: number): string => `${FILES}${id}`

/** The same in SQL, for a column that contains the id. */
export const fileUrlIn = (column: string) => sql<string | null>`${sql.lit(FILES)} || ${sql.ref(column)}`
