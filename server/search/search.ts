import { sql } from 'kysely'
import { canSeeSettings, canSeeUsers } from '#contract/permissions.ts'
import type { SearchResults } from '#contract/search.ts'
import { matchedWords, matchWords, ranks, type Subject } from '#contract/searchMatch.ts'
import { STUDENT_ACTIVE } from '#contract/students/students.ts'
import type { Db } from '../database/connect.ts'
import { createList, type Search } from '../database/lists.ts'
import { userNameIn } from '../users/userNameIn.ts'
import { findSimilar } from './findSimilar.ts'
import { type Found, findStudents } from './findStudents.ts'
import { like, plain } from './sqlText.ts'

const MOST_STUDENTS = 6
const MOST_OTHERS = 3

type Asked = { words?: string | undefined; subject?: string | undefined; opened?: string | undefined }

/** Searches students, schools and users by words, and reads only the best. */
export function createSearch(db: Db) {
  const activeStudents = db
    .selectFrom('students')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('students.status', '=', sql.lit(STUDENT_ACTIVE))

  const schools = createList(db, {
    orders: { school: ['schools.search', 'schools.id'] },
    id: 'schools.id',
    from: () => db.selectFrom('schools'),
    isFound: (search) => containsWords('schools.search', search),
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
    isFound: (search) => containsWords('users.search', search),
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

  const find = async ({ words, subject, opened }: Asked, role: number) => ({
    students: await findStudents(db, { typed: words, opened, most: MOST_STUDENTS }, role),
    schools: await bestOf(schools, canSeeSettings(role) ? words : '', ({ school, cluster_name }) => ({
      name: school,
      numbers: [cluster_name],
    })),
    users: await bestOf(users, canSeeUsers(role) ? words : '', ({ name, email, role: of }) => ({
      name,
      numbers: [email, of],
    })),
    subjects: (await findStudents(db, { typed: subject, opened, most: MOST_OTHERS }, role)).rows,
  })

  return async (asked: Asked, role: number): Promise<SearchResults> => {
    const found = await find(asked, role)
    const isFound = [found.students, found.schools, found.users].some(({ total }) => total > 0)
    if (isFound || found.subjects.length > 0) return { ...found, similar: [] }
    const typed = asked.subject || asked.words
    return { ...found, similar: await findSimilar(db, { typed, most: MOST_STUDENTS }, role) }
  }
}

/** Whether a column contains every word; apostrophes make no difference. */
const containsWords = (column: string, { text, words }: Search) =>
  sql<boolean>`(${sql.join(
    (words.length > 0 ? words : [text]).map(
      (word) => sql`${plain(column)} ${like(sql`'%' || ${word} || '%'`)}`,
    ),
    sql` and `,
  )})`

/** The first rows in the list's own order; only these are ranked by how well they match. */
const CANDIDATES = 50

type Read<Row> = (asked: {
  page: number
  size: number
  search: string
}) => Promise<{ data: Row[]; meta: { total: number } }>

async function bestOf<Row extends object>(
  read: Read<Row>,
  search = '',
  subjectOf: (row: Row) => Subject,
): Promise<Found<Row & { is_inside: boolean }>> {
  const words = matchedWords(search)
  if (words.length === 0) return { rows: [], total: 0 }
  const { data, meta } = await read({ page: 1, size: CANDIDATES, search: words.join(' ') })
  const rows = data
    .map((row) => ({ row, rank: matchWords(subjectOf(row), words)?.rank ?? ranks.INSIDE }))
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, MOST_OTHERS)
    .map(({ row, rank }) => Object.assign(row, { is_inside: rank === ranks.INSIDE }))
  return { rows, total: meta.total }
}
