import { sql, type Transaction } from 'kysely'

/** The purpose of a file names its paper: until now all were certificates. */
export async function up(trx: Transaction<unknown>): Promise<void> {
  await sql`
    update files set purpose = 'result slip' where id in
      (select certificate_id from students where entry_exam <> 'KCPE' and certificate_id is not null)
  `.execute(trx)
}
