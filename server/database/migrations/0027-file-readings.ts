import { sql, type Transaction } from 'kysely'
import { columnTypes } from '../columns.ts'
import type { Engine } from '../connect.ts'

/**
 * Gives every key of a file a row in `stored_hashes`, with the time of its last reading and its damage. Before, only
 * backups added rows. PDFs are stored as they were uploaded, so that their hash is known; the hash of other files is null
 * until they are read.
 */
export async function up(trx: Transaction<unknown>, engine: Engine): Promise<void> {
  const { text } = columnTypes(engine)
  await trx.schema.alterTable('stored_hashes').renameTo('hashes_before').execute()
  await trx.schema
    .createTable('stored_hashes')
    .addColumn('key', text, (column) => column.notNull())
    .addColumn('file_id', 'integer', (column) => column.notNull().references('files.id').onDelete('cascade'))
    .addColumn('sha256', text)
    .addColumn('bytes', 'bigint')
    .addColumn('read_at', text, (column) => column.notNull())
    .addColumn('damage', text)
    .addColumn('damaged_since', text)
    .addColumn('letter_at', text)
    .addColumn('accepted_at', text)
    .addPrimaryKeyConstraint('stored_hashes_key', ['key'])
    .execute()
  for (const column of ['key', 'medium_key', 'thumb_key'].map((name) => sql.ref(`files.${name}`)))
    await sql`
      insert into stored_hashes (key, file_id, sha256, bytes, read_at)
      select ${column}, files.id, hashes_before.sha256, hashes_before.bytes, ''
      from files left join hashes_before on hashes_before.key = ${column}
      where ${column} is not null
      on conflict do nothing`.execute(trx)
  await sql`
    update stored_hashes set sha256 = files.sha256, bytes = files.bytes from files
    where files.key = stored_hashes.key and stored_hashes.sha256 is null and files.type = 'application/pdf'`.execute(
    trx,
  )
  await trx.schema.dropTable('hashes_before').execute()
  await trx.schema.createIndex('stored_hashes_by_file').on('stored_hashes').column('file_id').execute()
  await trx.schema
    .createIndex('stored_hashes_by_reading')
    .on('stored_hashes')
    .columns(['read_at', 'key'])
    .execute()
  await sql`create index stored_hashes_damaged on stored_hashes (damaged_since, key) where damage is not null`.execute(
    trx,
  )
}
