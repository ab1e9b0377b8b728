import type { ListQuery } from '#contract/lists.ts'
import { SUPPORTER } from '#contract/permissions.ts'
import type { Person } from '#contract/students.ts'
import { USER_ACTIVE, userName } from '#contract/users.ts'
import type { Db } from '../database/connect.ts'
import { contains, createList } from '../database/lists.ts'

/** Active users who may hold students. */
export const liaisonsList = (db: Db) =>
  peopleList(db, users(db).where('role_id', '<', SUPPORTER).where('status', '=', USER_ACTIVE))

/** All supporters; the status shows which are disabled. */
export const supportersList = (db: Db) => peopleList(db, users(db).where('role_id', '=', SUPPORTER))

const users = (db: Db) => db.selectFrom('users')

/** The folded text of a user begins with the name, so it also sorts by name. */
const orderColumns = { name: 'users.search', status: 'users.status' } as const

function peopleList(db: Db, people: ReturnType<typeof users>) {
  type Row = { id: number; first_name: string; last_name: string; status: number }
  const read = createList<keyof typeof orderColumns, Row>(db, {
    sorts: ['name', 'status'],
    count(search) {
      const count = people.select((eb) => eb.fn.countAll<number>().as('total'))
      return search ? count.where(contains('users.search', search)) : count
    },
    rows({ search, sort, limit, offset }) {
      const all = people
        .select(['id', 'first_name', 'last_name', 'status'])
        .orderBy(orderColumns[sort.column], sort.direction)
        .orderBy('users.id', sort.direction)
      const found = search ? all.where(contains('users.search', search)) : all
      return limit ? found.limit(limit).offset(offset) : found
    },
  })
  return async (asked: ListQuery) => {
    const { data, meta } = await read(asked)
    return { data: data.map(asPerson), meta }
  }

  function asPerson({ id, status, ...name }: Row): Person {
    return { id, name: userName(name), status }
  }
}
