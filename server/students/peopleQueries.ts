import { SUPPORTER } from '#contract/permissions.ts'
import type { Person } from '#contract/students.ts'
import { USER_ACTIVE, userName } from '#contract/users.ts'
import type { Db } from '../database/connect.ts'

/** Active users who may hold students, by name. */
export const listLiaisons = async (db: Db): Promise<Person[]> => {
  const rows = await usersByName(db)
    .where('role_id', '<', SUPPORTER)
    .where('status', '=', USER_ACTIVE)
    .execute()
  return rows.map(asPerson)
}

/** All supporters, by name; the status shows which are disabled. */
export const listSupporters = async (db: Db): Promise<Person[]> => {
  const rows = await usersByName(db).where('role_id', '=', SUPPORTER).execute()
  return rows.map(asPerson)
}

const usersByName = (db: Db) =>
  db.selectFrom('users').select(['id', 'first_name', 'last_name', 'status']).orderBy('search').orderBy('id')

type Found = Awaited<ReturnType<ReturnType<typeof usersByName>['executeTakeFirstOrThrow']>>

const asPerson = ({ id, first_name, last_name, status }: Found): Person => ({
  id,
  name: userName({ first_name, last_name }),
  status,
})
