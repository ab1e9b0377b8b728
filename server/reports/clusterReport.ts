import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { ListQuery } from '#contract/lists.ts'
import type { ClusterRow } from '#contract/reports.ts'
import { userName } from '#contract/users.ts'
import { contains, createList, inOrder } from '../database/lists.ts'
import type { Tables } from '../database/tables.ts'
import { fileUrl } from '../files/fileUrl.ts'

type Db = Kysely<Tables>

const orders = {
  name: ['students.search_all'],
  ref: ['students.number'],
  school: ['schools.search', 'schools.id', 'students.search_all'],
  cluster_name: ['clusters.folded', 'schools.search', 'schools.id', 'students.search_all'],
  liaison: ['students.liaison_order', 'students.search_all'],
  status: ['students.status', 'students.search_all'],
} as const
type SortColumn = keyof typeof orders

/** Where every student is at school, and who looks after them. */
export function clusterReport(db: Db) {
  const read = createList<SortColumn, FoundRow>(db, {
    sorts: ['name', 'ref', 'school', 'cluster_name', 'liaison', 'status'],
    count(search) {
      const count = db.selectFrom('students').select((eb) => eb.fn.countAll<number>().as('total'))
      return search ? count.where(isFound(search)) : count
    },
    rows({ search, sort: { column, direction }, limit, offset }) {
      const shown = inOrder(rowsOf(db), orders[column], direction)
      if (!limit) return shown
      const all = idsFor(db, column)
      const found = search ? all.where(isFound(search)) : all
      const page = inOrder(found, orders[column], direction).limit(limit).offset(offset)
      return shown.where('students.id', 'in', page)
    },
  })
  return async (asked: ListQuery) => {
    const { data, meta } = await read(asked)
    return { data: data.map(asRow), meta }
  }
}

/** By ids of schools, so that the students' index by name holds all that is asked of each of them. */
const isFound = (search: RawBuilder<string>) =>
  sql<boolean>`(${contains('students.search', search)} or students.school_id in
    (select id from schools where ${contains('schools.search', search)}))`

/**
 * What a page is found among, of no more tables than its order needs: cluster by cluster, school by school. SQLite
 * keeps to the order of a cross join, and so needs to sort nothing.
 */
function idsFor(db: Db, column: SortColumn) {
  if (column !== 'school' && column !== 'cluster_name') return db.selectFrom('students').select('students.id')
  const schools =
    column === 'school'
      ? db.selectFrom('schools')
      : db.selectFrom('clusters').crossJoin('schools').whereRef('schools.cluster_id', '=', 'clusters.id')
  return schools.crossJoin('students').whereRef('students.school_id', '=', 'schools.id').select('students.id')
}

const rowsOf = (db: Db) =>
  db
    .selectFrom('students')
    .innerJoin('schools', 'schools.id', 'students.school_id')
    .innerJoin('clusters', 'clusters.id', 'schools.cluster_id')
    .innerJoin('users as liaison', 'liaison.id', 'students.liaison_id')
    .select([
      'students.id',
      'ref',
      'name',
      'schools.school',
      'cluster_name',
      'liaison.first_name',
      'liaison.last_name',
      'students.status',
      'picture_id',
    ])

type FoundRow = Awaited<ReturnType<ReturnType<typeof rowsOf>['executeTakeFirstOrThrow']>>

function asRow({ first_name, last_name, picture_id, ...row }: FoundRow): ClusterRow {
  return { ...row, liaison: userName({ first_name, last_name }), path: fileUrl(picture_id) }
}
