import { type User, USER_ACTIVE } from '#contract/users.ts'
import type { Db } from '../database/connect.ts'
import { createList, finds } from '../database/lists.ts'

export const usersList = (db: Db) =>
  createList(db, {
    orders: {
      // The folded text of a user begins with the name, so it is the order by name as well.
      name: ['users.search', 'users.id'],
      email: ['users.email', 'users.id'],
      role: ['users.role_id', 'users.id'],
      status: ['users.status', 'users.id'],
    },
    id: 'users.id',
    from: () => db.selectFrom('users'),
    isFound: (search) => finds('users.search', search),
    rows: () => userRows(db),
    complete: async (rows) => rows.map(asUser),
  })

export async function findUser(db: Db, id: number): Promise<User | undefined> {
  const row = await userRows(db).where('users.id', '=', id).executeTakeFirst()
  return row && asUser(row)
}

const userRows = (db: Db) =>
  db
    .selectFrom('users')
    .innerJoin('roles', 'roles.id', 'users.role_id')
    .select([
      'users.id',
      'users.first_name',
      'users.last_name',
      'users.email',
      'users.phone',
      'users.country',
      'users.status',
      'roles.id as role_id',
      'roles.role',
    ])

type UserRow = Omit<User, 'roles'> & { role_id: number; role: string }

/** Field by field: a spread of each row would cost a list more than its query. */
function asUser({ id, first_name, last_name, email, phone, country, status, role_id, role }: UserRow): User {
  return { id, first_name, last_name, email, phone, country, status, roles: { id: role_id, role } }
}

export const listRoles = (db: Db) => db.selectFrom('roles').select(['id', 'role']).orderBy('id').execute()

/** The other active users of a role. */
export const listOthersActive = (db: Db, role_id: number, id: number) =>
  db
    .selectFrom('users')
    .select(['first_name', 'last_name', 'email'])
    .where('role_id', '=', role_id)
    .where('status', '=', USER_ACTIVE)
    .where('id', '!=', id)
    .orderBy('id')
    .execute()
