import { sql } from 'kysely'

/** Whether an entry of a student's history gives a status. */
export const isStatusChange = sql<boolean>`changes like '%"status":[%'`
