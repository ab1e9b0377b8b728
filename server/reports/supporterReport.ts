import { sql } from 'kysely'
import { SUPPORTER } from '#contract/permissions.ts'
import type { SupporterRow } from '#contract/reports.ts'
import { userName } from '#contract/users.ts'
import type { Db } from '../database/connect.ts'
import { inBatches } from '../database/inBatches.ts'
import { createList, isNamed, lineContains, type Search } from '../database/lists.ts'

/** Every supporter with the students they support, and those who have none yet. */
export function supporterReport(db: Db) {
  const users = db.selectFrom('users')
  return createList(db, {
    orders: { name: ['users.search', 'users.id'], email: ['users.email', 'users.id'] },
    id: 'users.id',
    from: () => users.where('role_id', '=', SUPPORTER),
    isFound,
    rows: () => users.select(['id', 'first_name', 'last_name', 'email']),
    complete: (found) => withStudents(db, found),
    nested: { batch: SUPPORTERS_AT_ONCE, sizeOf: countStudents },
  })
}

/** Few, because one may support a hundred students. */
const SUPPORTERS_AT_ONCE = 25

const countStudents = (supporters: SupporterRow[]) =>
  supporters.reduce((count, { students }) => count + students.length, supporters.length)

type Found = { id: number; first_name: string; last_name: string; email: string }

async function withStudents(db: Db, found: Found[]): Promise<SupporterRow[]> {
  const data = found.map(({ id, email, ...user }): SupporterRow => {
    return { id, name: userName(user), email, students: [] }
  })
  const byId = new Map(data.map((row) => [row.id, row]))
  for await (const ids of inBatches([...byId.keys()], SUPPORTERS_AT_ONCE))
    for (const row of await studentsOfSupporters(db, ids).execute())
      byId.get(row.supporter_id ?? 0)?.students.push({
        id: row.id,
        student_name: row.name,
        school: row.school,
        liaison: userName(row),
        status: row.status,
      })
  return data
}

const [NAME, EMAIL] = [1, 2]

/** By name or email, the first lines of the folded text. */
const isFound = (search: Search) =>
  sql<boolean>`(${lineContains('users.search', NAME, search)} or ${lineContains('users.search', EMAIL, search)}
    or ${isNamed('users.search', search)})`

const studentsOfSupporters = (db: Db, ids: number[]) =>
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
    .where('supporter_id', 'in', ids)
    .orderBy('students.search_all')
    .orderBy('students.id')
