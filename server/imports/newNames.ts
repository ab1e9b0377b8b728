import type { Insertable } from 'kysely'
import { nameGuesser, twinFinder } from '#contract/base/nameGuesser.ts'
import { rowErrors } from '#contract/importMessages.ts'
import { type ImportedRow, type ImportForm, rowAnswers } from '#contract/imports.ts'
import {
  type LookupForm,
  type LookupKind,
  lookupKinds,
  lookupName,
  lookups,
  offeredYears,
  YEAR_NOT_VALID,
} from '#contract/lookups.ts'
import { DEFAULT_CURRICULUM } from '#contract/records/curricula.ts'
import { type SchoolForm, schoolForm } from '#contract/schools.ts'
import { invalid } from '../base/ApiError.ts'
import { foldedName } from '../database/foldedName.ts'
import type { Actor } from '../database/history.ts'
import type { Tables } from '../database/tables.ts'
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

/** Temporary ids of what an import will add. No row has ids this high. */
const UNSAVED_FROM = 2_147_000_000

type GoodSchool = { row: number | null; form: SchoolForm; cluster: string }

/** The columns that refer to names which an import may add. */
const columnOf = {
  clusters: 'cluster_id',
  schools: 'school_id',
  years: 'year_id',
  terms: 'term_id',
  classes: 'class_id',
  subjects: 'subject_id',
} as const
type Table = keyof typeof columnOf

export type KnownNames = Awaited<ReturnType<typeof findNames>>

/**
 * Returns the registered names, with those that the import adds besides its rows. These have temporary ids until they are
 * saved.
 */
export async function findNames(
  trx: Trx,
  { new_places, new_lookups }: Pick<ImportForm, 'new_places' | 'new_lookups'>,
  { today }: Pick<Actor, 'today'>,
) {
  const years = offeredYears(Number(today.slice(0, 4)))
  if (!new_lookups.years.every((form) => years.includes(lookupName('years', form))))
    throw invalid({ new_lookups: [YEAR_NOT_VALID] })
  const names = {
    clusters: await readNames(trx, 'clusters'),
    schools: await readNames(trx, 'schools'),
    years: await readNames(trx, 'years'),
    terms: await readNames(trx, 'terms'),
    classes: await readNames(trx, 'classes'),
    subjects: await readNames(trx, 'subjects'),
  }
  const newLookups = lookupKinds.map((kind) => ({
    kind,
    forms: added(names[kind], new_lookups[kind], (form) => lookupName(kind, form)),
  }))
  const newClusters = added(names.clusters, new_places, ({ cluster }) => cluster)
  const withSchool = new_places.flatMap(({ school, cluster }): GoodSchool[] => {
    const { id: cluster_id, name } = names.clusters.get(foldedName(cluster)) ?? { id: 0, name: cluster }
    return school ? [{ row: null, form: { school, cluster_id }, cluster: name }] : []
  })
  const newSchools = added(names.schools, withSchool, ({ form }) => form.school)
  const newClasses = newLookups.flatMap(({ kind, forms }) => (kind === 'classes' ? forms : []))
  return {
    ...names,
    newClasses: newClasses.map(({ class_name = '', curriculum = DEFAULT_CURRICULUM }, index) => ({
      id: UNSAVED_FROM + index,
      name: class_name,
      curriculum,
    })),
    /** Adds the new ones, and returns a function that replaces their temporary ids in the columns of a row. */
    async save(importing: Importing) {
      const saved: Partial<Record<Table, number[]>> = {}
      for (const { kind, forms } of newLookups) saved[kind] = await saveLookups(importing, kind, forms)
      saved.clusters = await saveClusters(
        importing,
        newClusters.map(({ cluster }) => cluster),
      )
      const withIds = (columns: object) => {
        const ids = columns as Record<string, unknown>
        for (const [table, column] of Object.entries(columnOf)) {
          const id = ids[column]
          if (typeof id === 'number') ids[column] = saved[table as Table]?.[id - UNSAVED_FROM] ?? id
        }
      }
      for (const { form } of newSchools) withIds(form)
      saved.schools = await saveSchools(importing, newSchools)
      return withIds
    },
  }
}

/** Adds names with temporary ids, unless they are registered. Returns the added ones. */
function added<Of>(names: Names, all: Of[], nameOf: (each: Of) => string): Of[] {
  const found = new Map(all.map((each) => [foldedName(nameOf(each)), each]))
  for (const folded of found.keys()) if (names.has(folded)) found.delete(folded)
  for (const [index, [folded, each]] of [...found].entries())
    names.set(folded, { id: UNSAVED_FROM + index, name: nameOf(each) })
  return [...found.values()]
}

const saveLookups = (importing: Importing, kind: LookupKind, forms: LookupForm[]) =>
  addRows(importing, lookups[kind].entity, forms, (form) => {
    const name = lookupName(kind, form)
    // The compiler cannot know that the columns are of this table.
    const columns = { ...form, folded: foldedName(name) } as Insertable<Tables['years']>
    return { row: null, name, columns, facts: form }
  })

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
