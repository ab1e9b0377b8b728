import { nameGuesser, twinFinder } from '#contract/base/nameGuesser.ts'
import { rowErrors } from '#contract/importMessages.ts'
import { type ImportedRow, type ImportForm, rowAnswers } from '#contract/imports.ts'
import { type SchoolForm, schoolForm } from '#contract/schools.ts'
import { foldedName } from '../database/foldedName.ts'
import { schoolRow } from '../schools/schoolChanges.ts'
import { withDefaults } from './checkStudents.ts'
import {
  addRows,
  checkLines,
  type Found,
  type Importing,
  linesOf,
  type Names,
  readNames,
  textIn,
  type Trx,
} from './importing.ts'

/** Temporary ids of the places that an import will add. No row has ids this high. */
const UNSAVED_FROM = 2_147_000_000

type GoodSchool = { row: number | null; form: SchoolForm; cluster: string }

/**
 * Returns the registered schools and clusters, with those that the import adds besides its rows. These have temporary ids
 * until they are saved.
 */
export async function findPlaces(trx: Trx, { new_places }: Pick<ImportForm, 'new_places'>) {
  const [schools, clusters] = [await readNames(trx, 'schools'), await readNames(trx, 'clusters')]
  const newClusters = added(clusters, new_places, ({ cluster }) => cluster)
  const withSchool = new_places.flatMap(({ school, cluster }): GoodSchool[] => {
    const { id: cluster_id, name } = clusters.get(foldedName(cluster)) ?? { id: 0, name: cluster }
    return school ? [{ row: null, form: { school, cluster_id }, cluster: name }] : []
  })
  const newSchools = added(schools, withSchool, ({ form }) => form.school)
  return {
    schools,
    clusters,
    /** Adds the new ones, and returns functions that replace temporary ids. */
    async save(importing: Importing) {
      const saved = await saveClusters(
        importing,
        newClusters.map(({ cluster }) => cluster),
      )
      const clusterId = savedIn(saved)
      for (const { form } of newSchools) form.cluster_id = clusterId(form.cluster_id)
      const ids = await saveSchools(importing, newSchools)
      return { clusterId, schoolId: savedIn(ids) }
    },
  }
}

/** Adds places to the names with temporary ids, unless they are registered. Returns the added ones. */
function added<Place>(names: Names, places: Place[], nameOf: (place: Place) => string): Place[] {
  const found = new Map(places.map((place) => [foldedName(nameOf(place)), place]))
  for (const folded of found.keys()) if (names.has(folded)) found.delete(folded)
  for (const [index, [folded, place]] of [...found].entries())
    names.set(folded, { id: UNSAVED_FROM + index, name: nameOf(place) })
  return [...found.values()]
}

const savedIn = (ids: number[]) => (id: number) => ids[id - UNSAVED_FROM] ?? id

const saveClusters = (importing: Importing, names: string[]) =>
  addRows(importing, 'cluster', names, (cluster_name) => ({
    row: null,
    name: cluster_name,
    columns: { cluster_name, folded: foldedName(cluster_name) },
    facts: { cluster_name },
  }))

export function checkSchools(
  { rows, defaults }: Pick<ImportForm, 'rows' | 'defaults'>,
  { schools, clusters }: { schools: Names; clusters: Names },
): Promise<Found<GoodSchool>> {
  const registered = nameGuesser([...schools.values()].map(({ name }) => name))
  const seen = new Set<string>()
  const nameIn = ({ school }: ImportedRow) => textIn(school)
  const inSheet = twinFinder(rows.map(nameIn))
  return checkLines(linesOf(rows.map((cells) => withDefaults(cells, defaults))), (line) => {
    const cluster = line.named('cluster', clusters)
    // An unknown cluster gets a valid id here, because it has its own error.
    const cluster_id = cluster?.id ?? (cluster === null ? 1 : '')
    const form = line.parsed(schoolForm, { school: line.cells['school'] ?? undefined, cluster_id })
    const own = line.parsed(rowAnswers.pick({ duplicate: true }), line.cells)
    const name = nameIn(line.cells)
    const folded = foldedName(name)
    if (form && (schools.has(folded) || seen.has(folded))) line.error('school', 'schoolTaken')
    else if (form && own && own.duplicate !== 'add') {
      const twin = registered(name) ?? inSheet.find(name)
      if (twin !== undefined) line.wrong('school', 'schoolSpelled', `${rowErrors.schoolSpelled}: ${twin}`)
    }
    if (!form || !cluster || !own) return undefined
    seen.add(folded)
    if (line.errors.length === 0) inSheet.add(name)
    return { form, cluster: cluster.name }
  })
}

export const saveSchools = (importing: Importing, schools: GoodSchool[]) =>
  addRows(importing, 'school', schools, ({ row, form, cluster }) => ({
    row,
    name: form.school,
    columns: schoolRow(form, cluster),
    facts: form,
  }))
