import { sql, type Transaction } from 'kysely'

/** Deletes the hashes of files of erased students, which restores on SQLite left: foreign keys are off during a restore. */
export async function up(trx: Transaction<unknown>): Promise<void> {
  await sql`delete from stored_hashes where file_id not in (select id from files)`.execute(trx)
}
