import type { Transaction } from 'kysely'

/** The order in which the lists of students open, with the columns that searches read. */
export async function up(trx: Transaction<unknown>): Promise<void> {
  await trx.schema.dropIndex('students_by_status').execute()
  await trx.schema
    .createIndex('students_by_status')
    .on('students')
    .columns(['status', 'search_all', 'id', 'search', 'search_numbers'])
    .execute()
}
