import {
  type Cluster,
  type ClusterForm,
  type School,
  type SchoolEdit,
  type SchoolForm,
  schoolMessages,
  schoolSearchText,
} from '#contract/schools.ts'
import { foldedName } from '../database/foldedName.ts'
import { changesBetween, type Change, type Trx, writeAdded, writeChange } from '../database/history.ts'
import { lockRow } from '../database/lockRow.ts'
import { refuseStale } from '../database/refuseStale.ts'
import type { Tables } from '../database/tables.ts'
import { refuseTaken } from '../database/uniqueViolation.ts'
import { invalid, notFound } from '../base/ApiError.ts'
import { findCluster, findSchool } from './schoolQueries.ts'

export async function addCluster(change: Change, form: ClusterForm): Promise<Cluster> {
  const { id } = await change.trx
    .insertInto('clusters')
    .values({ ...form, folded: foldedName(form.cluster_name) })
    .returning('id')
    .executeTakeFirstOrThrow()
    .catch(refuseTaken('cluster_name', schoolMessages.clusterTaken))
  await writeAdded(change, { entity: 'cluster', entity_id: id }, form)
  return { id, ...form }
}

export async function addSchool(change: Change, form: SchoolForm): Promise<School> {
  const { trx } = change
  const row = await rowOf(trx, form)
  const { id } = await trx
    .insertInto('schools')
    .values(row)
    .returning('id')
    .executeTakeFirstOrThrow()
    .catch(refuseTakenSchool)
  await writeAdded(change, { entity: 'school', entity_id: id }, form)
  return findSchool(trx, id)
}

export async function editSchool(change: Change, id: number, { seen, ...form }: SchoolEdit): Promise<School> {
  const { trx } = change
  const before = await lockRow(trx, 'schools', id)
  if (!before) throw notFound()
  const changes = changesBetween<SchoolForm>(before, form)
  if (Object.keys(changes).length === 0) return findSchool(trx, id)
  const school = { entity: 'school', entity_id: id } as const
  await refuseStale<SchoolForm>(trx, school, before, seen, schoolMessages.changedMeanwhile)
  await trx
    .updateTable('schools')
    .set(await rowOf(trx, form))
    .where('id', '=', id)
    .execute()
    .catch(refuseTakenSchool)
  await writeChange(change, { ...school, action: 'edited', changes })
  return findSchool(trx, id)
}

type SchoolRow = Pick<Tables['schools'], keyof SchoolForm | 'folded' | 'search'>

async function rowOf(trx: Trx, form: SchoolForm): Promise<SchoolRow> {
  const cluster = await findCluster(trx, form.cluster_id)
  if (!cluster) throw invalid({ cluster_id: [schoolMessages.selectCluster] })
  return schoolRow(form, cluster.cluster_name)
}

export const schoolRow = (form: SchoolForm, cluster_name: string): SchoolRow => ({
  ...form,
  folded: foldedName(form.school),
  search: schoolSearchText({ ...form, cluster_name }),
})

const refuseTakenSchool = refuseTaken('school', schoolMessages.schoolTaken)
