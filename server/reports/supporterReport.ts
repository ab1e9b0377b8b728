import { sql } from 'kysely'
import type { ListQuery } from '#contract/base/lists.ts'
import { SUPPORTER } from '#contract/permissions.ts'
import type { SupporterRow } from '#contract/reports.ts'
import { userName } from '#contract/users.ts'
import type { Db } from '../database/connect.ts'
import { createList, isNamed, lineContains, type Search } from '../database/lists.ts'

/** Every supporter with the students they support, and those who have none yet. */
export function supporterReport(db: Db) {
  const users = db.selectFrom('users')
  const read = createList(db, {
    orders: { name: ['users.search', 'users.id'], email: ['users.email', 'users.id'] },
    id: 'users.id',
    from: () => users.where('role_id', '=', SUPPORTER),
    isFound,
    rows: () => users.select(['id', 'first_name', 'last_name', 'email']),
  })

  return async (asked: ListQuery) => {
    const { data: found, meta } = await read(asked)
    const data: SupporterRow[] = found.map(({ id, email, ...user }) => ({
      id,
      name: userName(user),
      email,
      students: [],
    }))
    const byId = new Map(data.map((row) => [row.id, row]))
    // The ids of all supporters would be more parameters than a statement allows.
    const students = studentsOfSupporters(db)
    const wanted = meta.whole ? students : students.where('supporter_id', 'in', [...byId.keys(), 0])
    for (const row of await wanted.execute())
      byId.get(row.supporter_id ?? 0)?.students.push({
        id: row.id,
        student_name: row.name,
        school: row.school,
        liaison: userName(row),
        status: row.status,
      })
    return { data, meta }
  }
}

const [NAME, EMAIL] = [1, 2]

/** By name or email, the first lines of the folded text. */
const isFound = (search: Search) =>
  sql<boolean>`(${lineContains('users.search', NAME, search)} or ${lineContains('users.search', EMAIL, search)}
    or ${isNamed('users.search', search)})`

const studentsOfSupporters = (db: Db) =>
  db
    .selectFrom('students')
    .innerJoin('schools', 'schools.id', 'students.school_id')
    .innerJoin('users as liaison', 'liaison.id', 'students.liaison_id')
    .select([
      'students.id',
      'supporter_id',
      'name',
      'schools.school',
      'liaison.first_name',
      'liaison.last_name',
      'students.status',
    ])
    .where('supporter_id', 'is not', null)
    .orderBy('students.search_all')
    .orderBy('students.id')
