import type { FieldErrors } from '#contract/base/call.ts'
import { type ImportForm, rowErrors } from '#contract/imports.ts'
import { type SchoolForm, schoolForm } from '#contract/schools.ts'
import { withYields } from '../database/inBatches.ts'
import { foldedName } from '../database/foldedName.ts'
import { changesFromNothing } from '../database/history.ts'
import { invalid } from '../http/ApiError.ts'
import { schoolRow } from '../schools/schoolChanges.ts'
import {
  createFindings,
  inSmallBatches,
  type Found,
  type Importing,
  saveImportRows,
  textIn,
  type Trx,
} from './importing.ts'

type Place = { id: number; name: string }
/** Schools or clusters by their folded names, which are unique. */
export type Places = Map<string, Place>
type NewSchool = { school: string; cluster: string; row: number | null }

/** Temporary ids for places that a check would add. No row has ids this high. */
const UNSAVED_FROM = 2_147_000_000

export async function readSchools(trx: Trx): Promise<Places> {
  const rows = await trx.selectFrom('schools').select(['id', 'school as name', 'folded']).execute()
  return new Map(rows.map(({ folded, ...school }) => [folded, school]))
}

async function readClusters(trx: Trx): Promise<Places> {
  const rows = await trx.selectFrom('clusters').select(['id', 'cluster_name as name', 'folded']).execute()
  return new Map(rows.map(({ folded, ...cluster }) => [folded, cluster]))
}

/**
 * Returns the registered schools and clusters, with those that the import adds besides its rows. A check has no import:
 * it returns them with temporary ids and saves nothing.
 */
export async function addPlaces(
  trx: Trx,
  { new_clusters, new_schools }: Pick<ImportForm, 'new_clusters' | 'new_schools'>,
  importing: Importing | undefined,
): Promise<{ schools: Places; clusters: Places }> {
  const [schools, clusters] = [await readSchools(trx), await readClusters(trx)]
  const names = new Map(new_clusters.map((name) => [foldedName(name), name]))
  for (const folded of names.keys()) if (clusters.has(folded)) names.delete(folded)
  if (importing) await saveClusters(trx, [...names.values()], importing)
  const saved = importing ? await readClusters(trx) : clusters
  if (!importing)
    [...names].forEach(([folded, name], index) => saved.set(folded, { id: UNSAVED_FROM + index, name }))

  const errors: FieldErrors = {}
  const added = new Map<string, NewSchool>()
  for await (const [index, { school, cluster }] of withYields(new_schools.entries())) {
    const folded = foldedName(school)
    if (!saved.has(foldedName(cluster))) errors[`new_schools.${index}.cluster`] = [rowErrors.clusterUnknown]
    if (!schools.has(folded)) added.set(folded, { school, cluster, row: null })
  }
  if (Object.keys(errors).length > 0) throw invalid(errors)
  if (importing) {
    await saveSchools(
      trx,
      [...added.values()].map((school) => goodSchool(school, saved)),
      importing,
    )
    return { schools: await readSchools(trx), clusters: saved }
  }
  ;[...added].forEach(([folded, { school: name }], index) =>
    schools.set(folded, { id: UNSAVED_FROM + index, name }),
  )
  return { schools, clusters: saved }
}

type GoodSchool = { row: number | null; form: SchoolForm; cluster: string }

function goodSchool({ school, cluster, row }: NewSchool, clusters: Places): GoodSchool {
  const { id: cluster_id, name } = clusters.get(foldedName(cluster)) ?? { id: 0, name: '' }
  return { row, form: { school, cluster_id }, cluster: name }
}

export async function checkSchools(
  { rows }: Pick<ImportForm, 'rows'>,
  { schools, clusters }: { schools: Places; clusters: Places },
): Promise<Found<GoodSchool>> {
  const findings = createFindings(rows)
  const good: GoodSchool[] = []
  const seen = new Set<string>()
  for await (const [row, cells] of withYields(rows.entries())) {
    const named = textIn(cells['cluster'])
    const cluster = clusters.get(foldedName(named))
    // An unknown cluster gets a valid id here, because it has its own error.
    const isUnknown = named !== '' && !cluster
    const cluster_id = cluster?.id ?? (isUnknown ? UNSAVED_FROM : '')
    const typed = { school: cells['school'] ?? undefined, cluster_id }
    const { data: form, error } = schoolForm.safeParse(typed, { reportInput: true })
    const folded = foldedName(textIn(cells['school']))
    findings.refused(row, error)
    if (isUnknown) {
      findings.error(row, 'cluster', 'clusterUnknown')
      findings.isUnknown('cluster', named)
    }
    const isTaken = schools.has(folded) || seen.has(folded)
    if (form && isTaken) findings.error(row, 'school', 'schoolTaken')
    if (form && cluster && !isTaken) {
      seen.add(folded)
      good.push({ row, form, cluster: cluster.name })
    }
  }
  return findings.found(good)
}

async function saveClusters(trx: Trx, names: string[], importing: Importing): Promise<void> {
  await inSmallBatches(names, async (some) => {
    const rows = some.map((cluster_name) => ({ cluster_name, folded: foldedName(cluster_name) }))
    const saved = await trx.insertInto('clusters').values(rows).returning(['id', 'cluster_name']).execute()
    await saveImportRows(
      trx,
      importing,
      saved.map(({ id, cluster_name }) => ({
        entity: 'cluster',
        entity_id: id,
        row: null,
        name: cluster_name,
        changes: changesFromNothing({ cluster_name }),
      })),
    )
  })
}

export async function saveSchools(trx: Trx, schools: GoodSchool[], importing: Importing): Promise<void> {
  await inSmallBatches(schools, async (some) => {
    const values = some.map(({ form, cluster }) => schoolRow(form, cluster))
    const saved = await trx.insertInto('schools').values(values).returning(['id', 'folded']).execute()
    const ids = new Map(saved.map(({ id, folded }) => [folded, id]))
    await saveImportRows(
      trx,
      importing,
      some.map(({ row, form }) => ({
        entity: 'school',
        entity_id: ids.get(foldedName(form.school)) ?? 0,
        row,
        name: form.school,
        changes: changesFromNothing(form),
      })),
    )
  })
}
