import { sql } from 'kysely'
import type { ClusterRow } from '#contract/reports.ts'
import { contains, createList, finds, type Search } from '../database/lists.ts'
import type { Db } from '../database/connect.ts'
import { fileUrlIn } from '../files/fileUrl.ts'
import { authorIn } from '../users/userNameIn.ts'

/** The school and liaison officer of every student. */
export const clusterReport = (db: Db) =>
  createList<SortColumn, ClusterRow>(db, {
    orders: {
      name: ['students.search_all'],
      ref: ['students.number'],
      school: ['schools.search', 'schools.id', 'students.search_all'],
      cluster_name: ['clusters.folded', 'schools.search', 'schools.id', 'students.search_all'],
      liaison: ['students.liaison_order', 'students.search_all'],
      status: ['students.status', 'students.search_all'],
    },
    id: 'students.id',
    from: (_own, column) => studentsBy(db, column),
    isFound,
    rows: () => rowsOf(db),
  })

type SortColumn = 'name' | 'ref' | 'school' | 'cluster_name' | 'liaison' | 'status'

/** Finds schools by id, so that the students' name index covers every column that the search reads. */
const isFound = (search: Search) =>
  sql<boolean>`(${finds('students.search', search)} or students.school_id in
    (select id from schools where ${contains('schools.search', search)}))`

/**
 * The students that a page is chosen from, joined with no more tables than the order needs. SQLite keeps the table order
 * of a cross join, and so reads cluster by cluster and school by school without sorting.
 */
function studentsBy(db: Db, column: SortColumn) {
  if (column !== 'school' && column !== 'cluster_name') return db.selectFrom('students')
  const schools =
    column === 'school'
      ? db.selectFrom('schools')
      : db.selectFrom('clusters').crossJoin('schools').whereRef('schools.cluster_id', '=', 'clusters.id')
  return schools.crossJoin('students').whereRef('students.school_id', '=', 'schools.id')
}

const rowsOf = (db: Db) =>
  db
    .selectFrom('students')
    .innerJoin('schools', 'schools.id', 'students.school_id')
    .innerJoin('clusters', 'clusters.id', 'schools.cluster_id')
    .leftJoin('users as liaison', 'liaison.id', 'students.liaison_id')
    .select([
      'students.id',
      'ref',
      'name',
      'schools.school',
      'cluster_name',
      'students.status',
      fileUrlIn('picture_id').as('path'),
      authorIn('liaison').as('liaison'),
    ])
