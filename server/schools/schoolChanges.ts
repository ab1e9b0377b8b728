import type { Kysely } from 'kysely'
import type { SessionUser } from '#contract/auth.ts'
import {
  type Cluster,
  type ClusterForm,
  type School,
  type SchoolForm,
  schoolMessages,
  schoolSearchText,
} from '#contract/schools.ts'
import { foldedName } from '../database/foldedName.ts'
import { changesBetween, changesFromNothing, type HistoryEntry, writeHistory } from '../database/history.ts'
import { lockRow } from '../database/lockRow.ts'
import type { Tables } from '../database/tables.ts'
import { isUniqueViolation } from '../database/uniqueViolation.ts'
import { invalid, notFound } from '../http/ApiError.ts'
import type { Services } from '../Services.ts'
import { findCluster, findSchool } from './schoolQueries.ts'

type Trx = Kysely<Tables>

export async function addCluster(
  trx: Trx,
  form: ClusterForm,
  actor: SessionUser,
  services: Services,
): Promise<Cluster> {
  const { cluster_name } = form
  const row: Pick<Tables['clusters'], keyof ClusterForm | 'folded'> = {
    cluster_name,
    folded: foldedName(cluster_name),
  }
  const { id } = await trx
    .insertInto('clusters')
    .values(row)
    .returning('id')
    .executeTakeFirstOrThrow()
    .catch(refuseTaken('cluster_name', schoolMessages.clusterTaken))
  const changes = changesFromNothing(form)
  await record(trx, { entity: 'cluster', entity_id: id, action: 'added', changes }, actor, services)
  return { id, cluster_name }
}

export async function addSchool(
  trx: Trx,
  form: SchoolForm,
  actor: SessionUser,
  services: Services,
): Promise<School> {
  const row = await rowOf(trx, form)
  const { id } = await trx
    .insertInto('schools')
    .values(row)
    .returning('id')
    .executeTakeFirstOrThrow()
    .catch(refuseTakenSchool)
  const changes = changesBetween<Partial<SchoolForm>>({}, form)
  await record(trx, { entity: 'school', entity_id: id, action: 'added', changes }, actor, services)
  return schoolNow(trx, id)
}

export function editSchool(
  id: number,
  form: SchoolForm,
  actor: SessionUser,
  services: Services,
): Promise<School> {
  return services.db.transaction().execute(async (trx) => {
    const before = await lockRow(trx, 'schools', id)
    if (!before) throw notFound()
    const changes = changesBetween<SchoolForm>(before, form)
    if (Object.keys(changes).length === 0) return schoolNow(trx, id)
    await trx
      .updateTable('schools')
      .set(await rowOf(trx, form))
      .where('id', '=', id)
      .execute()
      .catch(refuseTakenSchool)
    await record(trx, { entity: 'school', entity_id: id, action: 'edited', changes }, actor, services)
    return schoolNow(trx, id)
  })
}

type SchoolRow = Pick<Tables['schools'], keyof SchoolForm | 'folded' | 'search'>

async function rowOf(trx: Trx, form: SchoolForm): Promise<SchoolRow> {
  const cluster = await findCluster(trx, form.cluster_id)
  if (!cluster) throw invalid({ cluster_id: [schoolMessages.selectCluster] })
  return schoolRow(form, cluster.cluster_name)
}

export function schoolRow({ school, cluster_id }: SchoolForm, cluster_name: string): SchoolRow {
  const search = schoolSearchText({ school, cluster_name })
  return { school, cluster_id, folded: foldedName(school), search }
}

async function schoolNow(trx: Trx, id: number): Promise<School> {
  const school = await findSchool(trx, id)
  if (!school) throw notFound()
  return school
}

/** The unique constraint refuses a second row with the same name; the refusal is shown under the field. */
const refuseTaken =
  (field: string, message: string) =>
  (error: unknown): never => {
    throw isUniqueViolation(error) ? invalid({ [field]: [message] }) : error
  }

const refuseTakenSchool = refuseTaken('school', schoolMessages.schoolTaken)

const record = (
  trx: Trx,
  entry: Omit<HistoryEntry, 'user_id' | 'at'>,
  actor: SessionUser,
  { clock }: Services,
) => writeHistory(trx, { ...entry, user_id: actor.id, at: clock().toISOString() })
