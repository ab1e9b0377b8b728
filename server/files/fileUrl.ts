import { sql } from 'kysely'

const FILES = '/api/files/'

/** Where a file is read. Each version has an id of its own, so an address never shows another. */
export const fileUrl = (id: number): string => `${FILES}${id}`

/** The same of a column that holds the id. */
export const fileUrlIn = (column: string) => sql<string | null>`${sql.lit(FILES)} || ${sql.ref(column)}`
