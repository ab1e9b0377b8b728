import type { Db } from '../../database/connect.ts'

const credentials = ['id', 'first_name', 'last_name', 'email', 'status', 'role_id', 'password_hash'] as const

export const findUserByEmail = (db: Db, email: string) =>
  db.selectFrom('users').select(credentials).where('email', '=', email).executeTakeFirst()

export const findUserById = (db: Db, id: number) =>
  db.selectFrom('users').select(credentials).where('id', '=', id).executeTakeFirst()
