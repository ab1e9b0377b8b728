import type { Kysely } from 'kysely'
import { schoolSearchText } from '#contract/schools.ts'
import { foldedName } from '../../database/foldedName.ts'
import type { Tables } from '../../database/tables.ts'
import type { TestApp } from '../testApp.ts'

type Db = Kysely<Tables>

/** Adds a school before the test begins, and its cluster with the cluster's first school. */
export async function addSchool(
  db: Db,
  school = 'Nyando Girls High School',
  cluster_name = 'Kisumu',
): Promise<number> {
  const cluster_id = (await findCluster(db, cluster_name)) ?? (await addCluster(db, cluster_name))
  const search = schoolSearchText({ school, cluster_name })
  const { id } = await db
    .insertInto('schools')
    .values({ school, folded: foldedName(school), cluster_id, search })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Two clusters with a school each; their ids count from 1. */
export async function givenSchools({ db }: TestApp): Promise<void> {
  await addSchool(db, 'Olympic High School', 'Kibera')
  await addSchool(db, 'Moi Girls', 'Éldoret')
}

async function findCluster(db: Db, cluster_name: string): Promise<number | undefined> {
  const known = db.selectFrom('clusters').select('id').where('folded', '=', foldedName(cluster_name))
  return (await known.executeTakeFirst())?.id
}

async function addCluster(db: Db, cluster_name: string): Promise<number> {
  const cluster = { cluster_name, folded: foldedName(cluster_name) }
  const added = db.insertInto('clusters').values(cluster).returning('id')
  return (await added.executeTakeFirstOrThrow()).id
}
