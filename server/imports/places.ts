import type { FieldErrors } from '#contract/base/call.ts'
import { type ImportForm, rowErrors } from '#contract/imports.ts'
import { type SchoolForm, schoolForm } from '#contract/schools.ts'
import { withYields } from '../database/inBatches.ts'
import { foldedName } from '../database/foldedName.ts'
import { invalid } from '../http/ApiError.ts'
import { schoolRow } from '../schools/schoolChanges.ts'
import { withDefaults } from './checkStudents.ts'
import {
  addRows,
  createFindings,
  type Found,
  type Importing,
  type Names,
  readNames,
  textIn,
  type Trx,
} from './importing.ts'

type NewSchool = { school: string; cluster: string; row: number | null }

/** Temporary ids for places that a check would add. No row has ids this high. */
const UNSAVED_FROM = 2_147_000_000

/**
 * Returns the registered schools and clusters, with those that the import adds besides its rows. A check has no import:
 * it returns them with temporary ids and saves nothing.
 */
export async function addPlaces(
  trx: Trx,
  { new_clusters, new_schools }: Pick<ImportForm, 'new_clusters' | 'new_schools'>,
  importing: Importing | undefined,
): Promise<{ schools: Names; clusters: Names }> {
  const [schools, clusters] = [await readNames(trx, 'schools'), await readNames(trx, 'clusters')]
  const names = new Map(new_clusters.map((name) => [foldedName(name), name]))
  for (const folded of names.keys()) if (clusters.has(folded)) names.delete(folded)
  if (importing)
    await addRows(importing, 'cluster', [...names], ([folded, cluster_name]) => ({
      row: null,
      name: cluster_name,
      columns: { cluster_name, folded },
      facts: { cluster_name },
    }))
  const saved = importing ? await readNames(trx, 'clusters') : clusters
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
      importing,
      [...added.values()].map((school) => goodSchool(school, saved)),
    )
    return { schools: await readNames(trx, 'schools'), clusters: saved }
  }
  ;[...added].forEach(([folded, { school: name }], index) =>
    schools.set(folded, { id: UNSAVED_FROM + index, name }),
  )
  return { schools, clusters: saved }
}

type GoodSchool = { row: number | null; form: SchoolForm; cluster: string }

function goodSchool({ school, cluster, row }: NewSchool, clusters: Names): GoodSchool {
  const { id: cluster_id, name } = clusters.get(foldedName(cluster)) ?? { id: 0, name: '' }
  return { row, form: { school, cluster_id }, cluster: name }
}

export async function checkSchools(
  { rows: sent, defaults }: Pick<ImportForm, 'rows' | 'defaults'>,
  { schools, clusters }: { schools: Names; clusters: Names },
): Promise<Found<GoodSchool>> {
  const rows = sent.map((row) => withDefaults(row, defaults))
  const findings = createFindings(rows)
  const good: GoodSchool[] = []
  const seen = new Set<string>()
  for await (const [row, cells] of withYields(rows.entries())) {
    const cluster = findings.named(row, cells, 'cluster', clusters)
    // An unknown cluster gets a valid id here, because it has its own error.
    const cluster_id = cluster?.id ?? (cluster === null ? UNSAVED_FROM : '')
    const typed = { school: cells['school'] ?? undefined, cluster_id }
    const { data: form, error } = schoolForm.safeParse(typed, { reportInput: true })
    const folded = foldedName(textIn(cells['school']))
    findings.refused(row, error)
    const isTaken = schools.has(folded) || seen.has(folded)
    if (form && isTaken) findings.error(row, 'school', 'schoolTaken')
    if (form && cluster && !isTaken) {
      seen.add(folded)
      good.push({ row, form, cluster: cluster.name })
    }
  }
  return findings.found(good)
}

export const saveSchools = (importing: Importing, schools: GoodSchool[]) =>
  addRows(importing, 'school', schools, ({ row, form, cluster }) => ({
    row,
    name: form.school,
    columns: schoolRow(form, cluster),
    facts: form,
  }))
