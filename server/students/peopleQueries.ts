import { SUPPORTER } from '#contract/permissions.ts'
import type { Person } from '#contract/students/students.ts'
import { USER_ACTIVE, userName } from '#contract/users.ts'
import type { Db } from '../database/connect.ts'
import { createList, finds } from '../database/lists.ts'

/** Active users who may be liaison officers. */
export const liaisonsList = (db: Db) =>
  peopleList(db, users(db).where('role_id', '<', SUPPORTER).where('status', '=', USER_ACTIVE))

/** All supporters; the status shows which are disabled. */
export const supportersList = (db: Db) => peopleList(db, users(db).where('role_id', '=', SUPPORTER))

const users = (db: Db) => db.selectFrom('users')

const peopleList = (db: Db, people: ReturnType<typeof users>) =>
  createList(db, {
    // The folded text of a user begins with the name, so it also sorts by name.
    orders: { name: ['users.search', 'users.id'], status: ['users.status', 'users.id'] },
    id: 'users.id',
    from: () => people,
    isFound: (search) => finds('users.search', search),
    rows: () => users(db).select(['id', 'first_name', 'last_name', 'status']),
    complete: async (rows) => rows.map(asPerson),
  })

const asPerson = ({
  id,
  status,
  ...name
}: Omit<Person, 'name'> & Parameters<typeof userName>[0]): Person => ({
  id,
  name: userName(name),
  status,
})
