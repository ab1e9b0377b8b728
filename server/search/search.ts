import { sql } from 'kysely'
import { searchWords } from '#contract/base/lists.ts'
import { canSeeSettings, canSeeUsers } from '#contract/permissions.ts'
import type { FoundStudent, SearchResults } from '#contract/search.ts'
import { STUDENT_ACTIVE } from '#contract/students/students.ts'
import type { Db } from '../database/connect.ts'
import { contains, createList, finds } from '../database/lists.ts'
import { fileUrlIn } from '../files/fileUrl.ts'
import { userNameIn } from '../users/userNameIn.ts'

const MOST_STUDENTS = 6
const MOST_OTHERS = 3

type Found<Row> = { rows: Row[]; total: number }
type Asked = { words?: string | undefined; subject?: string | undefined }

/** Searches students, schools and users, each as its list does, and reads only the first that are found. */
export function createSearch(db: Db) {
  const students = createList<'status', FoundStudent>(db, {
    // The active ones first.
    orders: { status: ['students.status', 'students.search_all'] },
    id: 'students.id',
    from: () => db.selectFrom('students'),
    isFound: ({ text, words }) =>
      sql`(${sql.join(
        (words.length > 0 ? words : [text]).map((word) => {
          const part = { text: word, words: [] }
          return sql`(${contains('students.search', part)} or ${contains('students.search_numbers', part)})`
        }),
        sql` and `,
      )})`,
    rows: () =>
      db
        .selectFrom('students')
        .innerJoin('schools', 'schools.id', 'students.school_id')
        .select(['students.id', 'ref', 'name', 'students.status', 'schools.school'])
        .select(fileUrlIn('students.picture_id').as('path')),
  })

  const activeStudents = db
    .selectFrom('students')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('students.status', '=', sql.lit(STUDENT_ACTIVE))

  const schools = createList(db, {
    orders: { school: ['schools.search', 'schools.id'] },
    id: 'schools.id',
    from: () => db.selectFrom('schools'),
    isFound: (search) => contains('schools.search', search),
    rows: () =>
      db
        .selectFrom('schools')
        .innerJoin('clusters', 'clusters.id', 'schools.cluster_id')
        .select(['schools.id', 'school', 'cluster_name'])
        .select(
          activeStudents
            .whereRef('students.school_id', '=', sql.ref('schools.id'))
            .$asScalar()
            .$notNull()
            .as('students'),
        ),
  })

  const studentsOf = (role: 'liaison_id' | 'supporter_id') =>
    activeStudents.whereRef(`students.${role}`, '=', sql.ref('users.id')).$asScalar().$notNull()
  const users = createList(db, {
    orders: { name: ['users.search', 'users.id'] },
    id: 'users.id',
    from: () => db.selectFrom('users'),
    isFound: (search) => finds('users.search', search),
    rows: () =>
      db
        .selectFrom('users')
        .innerJoin('roles', 'roles.id', 'users.role_id')
        .select([
          'users.id',
          'email',
          'roles.role',
          'users.status',
          userNameIn('users').$castTo<string>().as('name'),
        ])
        // Two sums, because one with `or` would read all active students.
        .select((eb) => eb(studentsOf('liaison_id'), '+', studentsOf('supporter_id')).as('students')),
  })

  return async ({ words, subject }: Asked, role: number): Promise<SearchResults> => ({
    students: await firstOf(students, MOST_STUDENTS, words),
    schools: await firstOf(schools, MOST_OTHERS, canSeeSettings(role) ? words : ''),
    users: await firstOf(users, MOST_OTHERS, canSeeUsers(role) ? words : ''),
    subjects: (await firstOf(students, MOST_OTHERS, subject)).rows,
  })
}

async function firstOf<Row>(
  list: (asked: {
    page: number
    size: number
    search: string
  }) => Promise<{ data: Row[]; meta: { total: number } }>,
  size: number,
  search = '',
): Promise<Found<Row>> {
  if (searchWords(search).length === 0) return { rows: [], total: 0 }
  const { data, meta } = await list({ page: 1, size, search })
  return { rows: data, total: meta.total }
}
