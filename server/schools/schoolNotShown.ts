import { NO_SCHOOL } from '#contract/privacy/erasure.ts'
import { foldedName } from '../database/foldedName.ts'
import type { Trx } from '../database/history.ts'
import { schoolRow } from './schoolChanges.ts'

/** Finds or adds the school without a name in the same cluster. */
export async function schoolNotShown(trx: Trx, school_id: number): Promise<number> {
  const cluster = await trx
    .selectFrom('schools')
    .innerJoin('clusters', 'clusters.id', 'schools.cluster_id')
    .select(['clusters.id', 'cluster_name'])
    .where('schools.id', '=', school_id)
    .executeTakeFirstOrThrow()
  const school = `${NO_SCHOOL}, ${cluster.cluster_name}`
  const row = schoolRow({ school, cluster_id: cluster.id }, cluster.cluster_name)
  await trx
    .insertInto('schools')
    .values(row)
    .onConflict((on) => on.doNothing())
    .execute()
  const { id } = await trx
    .selectFrom('schools')
    .select('id')
    .where('folded', '=', foldedName(school))
    .executeTakeFirstOrThrow()
  return id
}
