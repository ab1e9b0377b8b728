import type { Kysely } from 'kysely'
import type { Cluster, School } from '#contract/schools.ts'
import { contains, createList } from '../database/lists.ts'
import type { Tables } from '../database/tables.ts'

type Db = Kysely<Tables>
type SchoolSort = 'school' | 'cluster_name'

export const schoolsList = (db: Db) =>
  createList<SchoolSort, School>(db, {
    sorts: ['school', 'cluster_name'],
    count(search) {
      const count = db.selectFrom('schools').select((eb) => eb.fn.countAll<number>().as('total'))
      return search ? count.where(contains('schools.search', search)) : count
    },
    rows({ search, sort: { column, direction }, limit, offset }) {
      const rows =
        column === 'cluster_name'
          ? schoolRowsByCluster(db).orderBy('clusters.folded', direction)
          : schoolRows(db)
      // The folded text of a school begins with its name, so it is the order by name as well.
      const all = rows.orderBy('schools.search', direction).orderBy('schools.id', direction)
      const found = search ? all.where(contains('schools.search', search)) : all
      return limit ? found.limit(limit).offset(offset) : found
    },
  })

export const clustersList = (db: Db) =>
  createList<'cluster_name', Cluster>(db, {
    sorts: ['cluster_name'],
    count(search) {
      const count = db.selectFrom('clusters').select((eb) => eb.fn.countAll<number>().as('total'))
      return search ? count.where(contains('folded', search)) : count
    },
    rows({ search, sort: { direction }, limit, offset }) {
      const all = clusterRows(db).orderBy('folded', direction)
      const found = search ? all.where(contains('folded', search)) : all
      return limit ? found.limit(limit).offset(offset) : found
    },
  })

export const findSchool = (db: Db, id: number): Promise<School | undefined> =>
  schoolRows(db).where('schools.id', '=', id).executeTakeFirst()

export const findCluster = (db: Db, id: number): Promise<Cluster | undefined> =>
  clusterRows(db).where('id', '=', id).executeTakeFirst()

const schoolColumns = ['schools.id', 'schools.school', 'schools.cluster_id', 'clusters.cluster_name'] as const

const schoolRows = (db: Db) =>
  db.selectFrom('schools').innerJoin('clusters', 'clusters.id', 'schools.cluster_id').select(schoolColumns)

/** Cluster by cluster: SQLite reads a cross join in the order of its tables, and so need not sort. */
const schoolRowsByCluster = (db: Db) =>
  db
    .selectFrom('clusters')
    .crossJoin('schools')
    .whereRef('schools.cluster_id', '=', 'clusters.id')
    .select(schoolColumns)

const clusterRows = (db: Db) => db.selectFrom('clusters').select(['id', 'cluster_name'])
