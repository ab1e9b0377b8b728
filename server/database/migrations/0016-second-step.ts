import { sql, type Transaction } from 'kysely'
import { columnTypes } from '../columns.ts'
import type { Engine } from '../connect.ts'

export async function up(trx: Transaction<unknown>, engine: Engine, now: Date): Promise<void> {
  const { text, id } = columnTypes(engine)
  const table = (name: string) =>
    trx.schema
      .createTable(name)
      .addColumn('id', 'integer', id)
      .addColumn('user_id', 'integer', (column) =>
        column.notNull().references('users.id').onDelete('cascade'),
      )

  await trx.schema.alterTable('users').addColumn('signed_in_at', text).execute()

  // A new table, because SQLite cannot add a key to an existing one. Open sessions stay open.
  await table('new_sessions')
    .addColumn('token_hash', text, (column) => column.notNull().unique())
    .addColumn('created_at', text, (column) => column.notNull())
    .addColumn('seen_at', text, (column) => column.notNull())
    .addColumn('state', text, (column) => column.notNull())
    .addColumn('confirmed_at', text)
    .addColumn('device', text, (column) => column.notNull())
    .execute()
  await sql`
    insert into new_sessions (token_hash, user_id, created_at, seen_at, state, confirmed_at, device)
    select token_hash, user_id, created_at, seen_at, 'signed_in', created_at, '' from sessions`.execute(trx)
  await trx.schema.dropTable('sessions').execute()
  await trx.schema.alterTable('new_sessions').renameTo('sessions').execute()
  await trx.schema.createIndex('sessions_by_user').on('sessions').column('user_id').execute()
  await trx.schema.createIndex('sessions_by_seen').on('sessions').column('seen_at').execute()

  await table('ended_sessions')
    .addColumn('device', text, (column) => column.notNull())
    .addColumn('created_at', text, (column) => column.notNull())
    .addColumn('seen_at', text, (column) => column.notNull())
    .addColumn('ended_at', text, (column) => column.notNull())
    .addColumn('how', text, (column) => column.notNull())
    .execute()
  await trx.schema
    .createIndex('ended_sessions_by_user')
    .on('ended_sessions')
    .columns(['user_id', 'ended_at'])
    .execute()
  await trx.schema.createIndex('ended_sessions_by_end').on('ended_sessions').column('ended_at').execute()

  await table('second_steps')
    .addColumn('kind', text, (column) => column.notNull())
    .addColumn('name', text, (column) => column.notNull())
    .addColumn('secret', text)
    .addColumn('credential_id', text, (column) => column.unique())
    .addColumn('public_key', text)
    .addColumn('counter', 'bigint', (column) => column.notNull())
    .addColumn('transports', text)
    .addColumn('rp_id', text)
    .addColumn('created_at', text, (column) => column.notNull())
    .addColumn('confirmed_at', text)
    .addColumn('used_at', text)
    .execute()
  await trx.schema.createIndex('second_steps_by_user').on('second_steps').column('user_id').execute()

  await table('recovery_codes')
    .addColumn('code_hash', text, (column) => column.notNull())
    .addColumn('created_at', text, (column) => column.notNull())
    .addColumn('used_at', text)
    .execute()
  await trx.schema
    .createIndex('recovery_codes_by_user')
    .on('recovery_codes')
    .columns(['user_id', 'code_hash'])
    .execute()

  await table('remembered_devices')
    .addColumn('token_hash', text, (column) => column.notNull().unique())
    .addColumn('device', text, (column) => column.notNull())
    .addColumn('created_at', text, (column) => column.notNull())
    .execute()
  await trx.schema
    .createIndex('remembered_devices_by_user')
    .on('remembered_devices')
    .column('user_id')
    .execute()

  await trx.schema
    .createTable('used_once')
    .addColumn('key', text, (column) => column.primaryKey())
    .addColumn('expires_at', text, (column) => column.notNull())
    .execute()
  await trx.schema.createIndex('used_once_by_expiry').on('used_once').column('expires_at').execute()

  await trx.schema
    .createTable('sign_in_rule')
    .addColumn('id', 'integer', id)
    .addColumn('required', text, (column) => column.notNull())
    .addColumn('since', text, (column) => column.notNull())
    .execute()
  // A new database has no users. Existing installations keep the rule that no role must use a second step.
  await sql`
    insert into sign_in_rule (required, since)
    select case when exists (select 1 from users) then 'nobody' else 'roles_1_to_3' end, ${now.toISOString()}`.execute(
    trx,
  )
}
