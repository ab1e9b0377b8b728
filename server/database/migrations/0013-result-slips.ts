import { sql, type Transaction } from 'kysely'

/** A file tells which paper it is: until now all were called certificates. */
export async function up(trx: Transaction<unknown>): Promise<void> {
  await sql`
    update files set purpose = 'result slip' where id in
      (select certificate_id from students where entry_exam <> 'KCPE' and certificate_id is not null)
  `.execute(trx)
}
