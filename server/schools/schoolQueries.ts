import { namesOf } from '#contract/base/fields.ts'
import { type Cluster, type School, schoolFields } from '#contract/schools.ts'
import { contains, createList } from '../database/lists.ts'
import type { Db } from '../database/connect.ts'
import { notFound } from '../base/ApiError.ts'

export const schoolsList = (db: Db) =>
  createList<'school' | 'cluster_name', School>(db, {
    orders: {
      // The folded text of a school begins with its name, so it is the order by name as well.
      school: ['schools.search', 'schools.id'],
      cluster_name: ['clusters.folded', 'schools.search', 'schools.id'],
    },
    id: 'schools.id',
    // Cluster by cluster: SQLite reads a cross join in the order of its tables, and so need not sort.
    from: (_own, column) =>
      column === 'school'
        ? db.selectFrom('schools')
        : db.selectFrom('clusters').crossJoin('schools').whereRef('schools.cluster_id', '=', 'clusters.id'),
    isFound: (search) => contains('schools.search', search),
    rows: () => schoolRows(db),
  })

export const clustersList = (db: Db) =>
  createList(db, {
    orders: { cluster_name: ['clusters.folded'] },
    id: 'clusters.id',
    from: () => db.selectFrom('clusters'),
    isFound: (search) => contains('clusters.folded', search),
    rows: () => clusterRows(db),
  })

export const findSchool = (db: Db, id: number): Promise<School> =>
  schoolRows(db).where('schools.id', '=', id).executeTakeFirstOrThrow(notFound)

export const findCluster = (db: Db, id: number): Promise<Cluster | undefined> =>
  clusterRows(db).where('id', '=', id).executeTakeFirst()

const formColumns = namesOf(schoolFields).map((name) => `schools.${name}` as const)

const schoolRows = (db: Db) =>
  db
    .selectFrom('schools')
    .innerJoin('clusters', 'clusters.id', 'schools.cluster_id')
    .select(['schools.id', ...formColumns, 'clusters.cluster_name'])

const clusterRows = (db: Db) => db.selectFrom('clusters').select(['id', 'cluster_name'])
