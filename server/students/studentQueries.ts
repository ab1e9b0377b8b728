import { type Kysely, type SelectQueryBuilder, sql } from 'kysely'
import type { SessionUser } from '#contract/auth.ts'
import type { ListQuery } from '#contract/lists.ts'
import { canSeeEveryStudent, canSeeLiaisonAndSupporter } from '#contract/permissions.ts'
import type { StudentRow } from '#contract/students.ts'
import { contains, createList, inOrder, type Search } from '../database/lists.ts'
import type { Placeholders } from '../database/prepared.ts'
import type { Tables } from '../database/tables.ts'
import { fileUrlIn } from '../files/fileUrl.ts'
import { userNameIn } from '../users/userNameIn.ts'

type Db = Kysely<Tables>

/**
 * The sort orders of the students list, ties by name. Each has its index, which also holds the columns that searches
 * read.
 */
const orders = {
  name: ['students.search_all'],
  ref: ['students.number'],
  category: ['students.category', 'students.search_all'],
  status: ['students.status', 'students.search_all'],
  liaison: ['students.liaison_order', 'students.search_all'],
  supporter: ['students.supporter_order', 'students.search_all'],
} as const
type SortColumn = keyof typeof orders
type Viewing = { viewer: number }

const forEverybody = ['name', 'ref', 'category', 'status'] as const

/** The list of students as each kind of user may see it. */
export function studentsList(db: Db) {
  const lists = {
    withPeople: createStudentsList(db, { showsPeople: true, isOwn: false }),
    plain: createStudentsList(db, { showsPeople: false, isOwn: false }),
    own: createStudentsList(db, { showsPeople: false, isOwn: true }),
  }
  return async (asked: ListQuery, viewer: SessionUser) => {
    const audience = canSeeLiaisonAndSupporter(viewer.role)
      ? 'withPeople'
      : canSeeEveryStudent(viewer.role)
        ? 'plain'
        : 'own'
    return lists[audience](asked, { viewer: viewer.id })
  }
}

function createStudentsList(db: Db, { showsPeople, isOwn }: { showsPeople: boolean; isOwn: boolean }) {
  const every = db.selectFrom('students')
  const theirs = (own: Placeholders<Viewing>) =>
    isOwn ? every.where(sql<boolean>`students.supporter_id = ${own('viewer')}`) : every
  const isFound = (search: Search) => {
    const isAnywhere = contains('students.search_all', search)
    // Checked first, although it also finds liaison officers' names, because the indexes hold this column.
    return showsPeople ? isAnywhere : sql<boolean>`(${isAnywhere} and ${contains('students.search', search)})`
  }
  return createList<SortColumn, StudentRow, Viewing>(db, {
    sorts: showsPeople ? [...forEverybody, 'liaison', 'supporter'] : forEverybody,
    count(search, own) {
      const count = theirs(own).select((eb) => eb.fn.countAll<number>().as('total'))
      return search ? count.where(isFound(search)) : count
    },
    rows({ own, search, sort: { column, direction }, limit, offset, from }) {
      const shown = inOrder(studentRows(theirs(own), showsPeople), orders[column], direction)
      if (!limit) return shown
      // An index alone finds the ids of the page; the other columns are read for these rows only.
      const ids = theirs(own).select('students.id')
      const found = search ? ids.where(isFound(search)) : ids
      const rest = from ? found.where(from) : found
      const page = inOrder(rest, orders[column], direction).limit(limit).offset(offset)
      return shown.where('students.id', 'in', page)
    },
    ...(!isOwn && { long: { table: 'students', orders } }),
  })
}

export const findStudentRow = (db: Db, id: number, viewer: SessionUser): Promise<StudentRow> =>
  studentRows(db.selectFrom('students'), canSeeLiaisonAndSupporter(viewer.role))
    .where('students.id', '=', id)
    .executeTakeFirstOrThrow()

/** Selects rows in the shape of the answer: mapping each of them would cost a list a tenth of its time. */
function studentRows(students: SelectQueryBuilder<Tables, 'students', object>, showsPeople: boolean) {
  const own = students.select([
    'students.id',
    'ref',
    'name',
    'category',
    'students.status',
    'entry_exam',
    fileUrlIn('picture_id').as('path'),
  ])
  if (!showsPeople) {
    const nobody = sql<string | null>`null`
    return own.select([nobody.as('liaison'), nobody.as('supporter')])
  }
  return own
    .innerJoin('users as liaison', 'liaison.id', 'students.liaison_id')
    .leftJoin('users as supporter', 'supporter.id', 'students.supporter_id')
    .select([userNameIn('liaison').as('liaison'), userNameIn('supporter').as('supporter')])
}
