import type { Transaction } from 'kysely'
import { columnTypes } from '../columns.ts'
import type { Engine } from '../connect.ts'

export async function up(trx: Transaction<unknown>, engine: Engine): Promise<void> {
  const { text, id } = columnTypes(engine)

  await trx.schema
    .createTable('roles')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('role', text, (column) => column.notNull())
    .execute()
  await (trx as Transaction<{ roles: { id: number; role: string } }>)
    .insertInto('roles')
    .values([
      { id: 1, role: 'System Administrator' },
      { id: 2, role: 'Director' },
      { id: 3, role: 'Programme Coordinator' },
      { id: 4, role: 'Liaison Officer' },
      { id: 5, role: 'Supporter' },
    ])
    .execute()

  await trx.schema
    .createTable('users')
    .addColumn('id', 'integer', id)
    .addColumn('first_name', text, (column) => column.notNull())
    .addColumn('last_name', text, (column) => column.notNull())
    .addColumn('email', text, (column) => column.notNull().unique())
    .addColumn('status', 'integer', (column) => column.notNull())
    .addColumn('role_id', 'integer', (column) => column.notNull().references('roles.id'))
    .addColumn('password_hash', text)
    .addColumn('search', text, (column) => column.notNull())
    .addColumn('created_at', text, (column) => column.notNull())
    .addColumn('created_by', 'integer', (column) => column.references('users.id'))
    .addColumn('updated_at', text, (column) => column.notNull())
    .addColumn('updated_by', 'integer', (column) => column.references('users.id'))
    .execute()
  // Every order the users list offers, each with the id that settles ties.
  await trx.schema.createIndex('users_by_search').on('users').columns(['search', 'id']).execute()
  await trx.schema.createIndex('users_by_status').on('users').columns(['status', 'id']).execute()
  await trx.schema.createIndex('users_by_role').on('users').columns(['role_id', 'id']).execute()
  await trx.schema.createIndex('users_by_creator').on('users').column('created_by').execute()
  await trx.schema.createIndex('users_by_editor').on('users').column('updated_by').execute()

  await trx.schema
    .createTable('sessions')
    .addColumn('token_hash', text, (column) => column.primaryKey())
    .addColumn('user_id', 'integer', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('created_at', text, (column) => column.notNull())
    .addColumn('seen_at', text, (column) => column.notNull())
    .execute()
  await trx.schema.createIndex('sessions_by_user').on('sessions').column('user_id').execute()
  await trx.schema.createIndex('sessions_by_seen').on('sessions').column('seen_at').execute()

  await trx.schema
    .createTable('attempts')
    .addColumn('key', text, (column) => column.primaryKey())
    .addColumn('count', 'integer', (column) => column.notNull())
    .addColumn('expires_at', text, (column) => column.notNull())
    .execute()
  await trx.schema.createIndex('attempts_by_expiry').on('attempts').column('expires_at').execute()

  await trx.schema
    .createTable('letters')
    .addColumn('id', 'integer', id)
    .addColumn('message_id', text, (column) => column.notNull().unique())
    .addColumn('recipient', text, (column) => column.notNull())
    .addColumn('subject', text, (column) => column.notNull())
    .addColumn('text', text, (column) => column.notNull())
    .addColumn('html', text, (column) => column.notNull())
    .addColumn('link_kind', text)
    .addColumn('user_id', 'integer', (column) => column.references('users.id').onDelete('cascade'))
    .addColumn('state', text, (column) => column.notNull())
    .addColumn('attempts', 'integer', (column) => column.notNull())
    .addColumn('last_error', text)
    .addColumn('created_at', text, (column) => column.notNull())
    .addColumn('next_attempt_at', text, (column) => column.notNull())
    .addColumn('lease', text)
    .addColumn('sent_at', text)
    .execute()
  await trx.schema
    .createIndex('letters_by_due')
    .on('letters')
    .columns(['state', 'next_attempt_at', 'id'])
    .execute()
  await trx.schema.createIndex('letters_by_user').on('letters').column('user_id').execute()

  await trx.schema
    .createTable('history')
    .addColumn('id', 'integer', id)
    .addColumn('entity', text, (column) => column.notNull())
    .addColumn('entity_id', 'integer', (column) => column.notNull())
    .addColumn('action', text, (column) => column.notNull())
    .addColumn('changes', text, (column) => column.notNull())
    .addColumn('user_id', 'integer', (column) => column.references('users.id'))
    .addColumn('at', text, (column) => column.notNull())
    .execute()
  await trx.schema
    .createIndex('history_by_entity')
    .on('history')
    .columns(['entity', 'entity_id', 'id'])
    .execute()
  await trx.schema.createIndex('history_by_user').on('history').column('user_id').execute()
}
