import { sql, type Transaction } from 'kysely'

/** The few students about whom somebody said No, whom each gallery with group pictures looks for. */
export async function up(trx: Transaction<unknown>): Promise<void> {
  await sql`create index consent_states_refused on consent_states (student_id)
    where register = '' or pictures = '' or videos = ''`.execute(trx)
}
