import type { Kysely } from 'kysely'
import type { Tables } from '../database/tables.ts'

const credentials = ['id', 'first_name', 'last_name', 'email', 'status', 'role_id', 'password_hash'] as const

export const findUserByEmail = (db: Kysely<Tables>, email: string) =>
  db.selectFrom('users').select(credentials).where('email', '=', email).executeTakeFirst()

export const findUserById = (db: Kysely<Tables>, id: number) =>
  db.selectFrom('users').select(credentials).where('id', '=', id).executeTakeFirst()
