import { sql } from 'kysely'
import { namesOf } from '#contract/base/fields.ts'
import { importMessages, keptReasons } from '#contract/importMessages.ts'
import { type Undone } from '#contract/imports.ts'
import { lookupKinds, lookups } from '#contract/lookups.ts'
import { importAction } from '../database/importAction.ts'
import { inBatches } from '../database/inBatches.ts'
import { type Change, changesToNothing, writeChanges } from '../database/history.ts'
import { lockRow, lockRows, takeAdvisoryLock } from '../database/lockRow.ts'
import { studentEntities } from '../database/studentEntities.ts'
import type { Tables } from '../database/tables.ts'
import { conflict, notFound } from '../base/ApiError.ts'
import { storePairs } from '../students/duplicates/storePairs.ts'
import { importedPurposes, removeFiles } from '../students/importedFiles.ts'
import { restoreAccounts, whyAccountsStay } from './importedAccounts.ts'
import { restorePlans, whyPlansStay } from './importedPlans.ts'
import { importEntry, type Importing, tableOf, type Undoing, type UndoRow, type Trx } from './importing.ts'
import { lockFormerPeople, restoreStudents } from './restoreStudents.ts'

type Entity = UndoRow['entity']

const idsOf = (rows: UndoRow[]) => rows.map(({ entity_id }) => entity_id)

/** Undoes an import, except rows that were changed or used since. Called again, it undoes those that can be undone then. */
export async function undoImport(change: Change, id: number): Promise<Undone> {
  const { trx, actor, at } = change
  // Serialised like imports: the undo of a later import changes the versions that this one reads.
  await takeAdvisoryLock(trx, 'imports')
  const found = await lockRow(trx, 'imports', id)
  if (!found) throw notFound()
  const undoing: Importing = { ...change, id, action: importAction(found.file, 'undid import') }
  const all = await trx
    .selectFrom('import_rows')
    .selectAll()
    .where('import_id', '=', id)
    .where('undone_at', 'is', null)
    .orderBy('entity_id')
    .execute()
  if (found.undone_at !== null && all.length === 0) throw conflict(importMessages.undoneAlready)

  await lockFormerPeople(trx, all)
  const counts = { removed: 0, restored: 0, schools: 0, clusters: 0, lookups: 0, files: 0 }
  const undone: Undoing = { ...counts, kept: [], stays: [] }
  const restored: number[] = []
  for (const entity of namesOf(tableOf).toReversed()) {
    const rows = all.filter((row) => row.entity === entity)
    await lockRows(trx, tableOf[entity], idsOf(rows), { mayBeDeleted: true })
    const added = rows.filter(({ before }) => before === null)
    const updated = rows.filter(({ before }) => before !== null)
    for await (const some of inBatches(added, 100)) await removeRows(undoing, entity, some, undone, found.at)
    if (entity === 'plan') await restorePlans(undoing, updated, undone, found.at)
    else if (entity === 'school_account') await restoreAccounts(undoing, updated, undone)
    else restored.push(...(await restoreStudents(undoing, updated, undone)))
  }
  await trx.updateTable('imports').set({ undone_at: at, undone_by: actor.id }).where('id', '=', id).execute()
  const { stays, ...counted } = undone
  const own = trx.updateTable('import_rows').where('import_id', '=', id)
  await own.set({ undone_at: at }).where('undone_at', 'is', null).execute()
  for (const [entity, rows] of Map.groupBy(stays, (row) => row.entity))
    for await (const some of inBatches(idsOf(rows), 500))
      await own.set({ undone_at: null }).where('entity', '=', entity).where('entity_id', 'in', some).execute()
  await storePairs(trx, restored)
  return counted
}

async function removeRows(
  undoing: Importing,
  entity: Entity,
  rows: UndoRow[],
  undone: Undoing,
  imported_at: string,
): Promise<void> {
  const { trx, at, action } = undoing
  const found = trx.selectFrom(tableOf[entity]).select('id').where('id', 'in', idsOf(rows))
  const isPresent = new Set((await found.execute()).map(({ id }) => id))
  const reasons = await whyKept(trx, entity, rows, imported_at)
  // A supporter may have been deleted since.
  const leaving = rows.filter((row) => {
    const { entity_id: id, name, ref } = row
    const why = reasons.get(id)
    if (why && isPresent.has(id)) {
      undone.kept.push({ id, name, ref, why })
      undone.stays.push(row)
    }
    return !why && isPresent.has(id)
  })
  if (leaving.length === 0) return
  const going = idsOf(leaving)
  if (entity === 'student') undone.files += await removeFiles(trx, going, at)
  await trx.deleteFrom(tableOf[entity]).where('id', 'in', going).execute()
  await writeChanges(
    undoing,
    leaving.map((row) => {
      const { name, ref } = row
      return importEntry(row, action, changesToNothing({ name, ...(ref && { ref }) }))
    }),
  )
  const { length } = leaving.filter(({ row }) => row !== null)
  undone.removed += length
  if (entity === 'school') undone.schools += leaving.length - length
  if (entity === 'cluster') undone.clusters += leaving.length
  if (lookupKinds.some((kind) => lookups[kind].entity === entity)) undone.lookups += leaving.length
}

type Use = { [Table in keyof Tables]: [Table, keyof Tables[Table] & string, string] }[keyof Tables]
/** The tables of money and of the calendar that refer to a term of a year. */
const inTerm = (column: 'year_id' | 'term_id'): Use[] => [
  ['term_dates', column, keptReasons.inUse],
  ['plans', column, keptReasons.inUse],
  ['own_plans', column, keptReasons.inUse],
  ['received', column, keptReasons.inUse],
  ['payments', column, keptReasons.inUse],
]
/** The tables whose rows prevent others from being removed, and the column that refers to them. Later reasons replace earlier ones. */
const uses: Partial<Record<Entity, Use[]>> = {
  student: [
    ...Object.values(studentEntities).flatMap((table): Use[] =>
      table === 'students' ? [] : [[table, 'student_id', keptReasons.changed]],
    ),
    ['media_students', 'student_id', keptReasons.changed],
    ['reports', 'student_id', keptReasons.hasFiles],
    ['receipts', 'student_id', keptReasons.hasFiles],
  ],
  user: [
    ['students', 'supporter_id', keptReasons.hasStudents],
    ['notices', 'supporter_id', keptReasons.hasStudents],
    ['commitments', 'supporter_id', keptReasons.hasStudents],
    ['students', 'liaison_id', keptReasons.hasStudents],
  ],
  school: [
    ['students', 'school_id', keptReasons.inUse],
    ['reports', 'school_id', keptReasons.inUse],
    ['receipts', 'school_id', keptReasons.inUse],
    ['plans', 'school_id', keptReasons.inUse],
    ['own_plans', 'school_id', keptReasons.inUse],
    ['plan_draft_rows', 'school_id', keptReasons.inUse],
    ['school_accounts', 'school_id', keptReasons.inUse],
    ['payment_lines', 'school_id', keptReasons.inUse],
  ],
  cluster: [['schools', 'cluster_id', keptReasons.inUse]],
  year: [
    ['reports', 'year_id', keptReasons.inUse],
    ['receipts', 'year_id', keptReasons.inUse],
    ['notices', 'year_id', keptReasons.inUse],
    ...inTerm('year_id'),
    ['commitments', 'from_year_id', keptReasons.inUse],
    ['commitments', 'until_year_id', keptReasons.inUse],
    ['student_classes', 'year_id', keptReasons.inUse],
    ['plan_drafts', 'year_id', keptReasons.inUse],
    ['plan_drafts', 'from_year_id', keptReasons.inUse],
  ],
  term: [
    ['reports', 'term_id', keptReasons.inUse],
    ['receipts', 'term_id', keptReasons.inUse],
    ['notices', 'term_id', keptReasons.inUse],
    ...inTerm('term_id'),
    ['commitments', 'from_term_id', keptReasons.inUse],
    ['commitments', 'until_term_id', keptReasons.inUse],
  ],
  class: [
    ['students', 'class_id', keptReasons.inUse],
    ['reports', 'class_id', keptReasons.inUse],
    ['receipts', 'class_id', keptReasons.inUse],
    ['plans', 'class_id', keptReasons.inUse],
    ['student_classes', 'class_id', keptReasons.inUse],
    ['plan_draft_rows', 'class_id', keptReasons.inUse],
    ['plan_draft_rows', 'from_class_id', keptReasons.inUse],
    ['payment_lines', 'class_id', keptReasons.inUse],
  ],
  subject: [['marks', 'subject_id', keptReasons.inUse]],
}

/** By id: why a row cannot be removed. */
async function whyKept(
  trx: Trx,
  entity: Entity,
  rows: UndoRow[],
  imported_at: string,
): Promise<Map<number, string>> {
  if (entity === 'plan') return whyPlansStay(trx, rows, imported_at)
  if (entity === 'school_account') return whyAccountsStay(trx, rows)
  const ids = idsOf(rows)
  const changed = entity === 'student' ? await otherVersions(trx, rows) : await changedSince(trx, entity, ids)
  const reasons = new Map(changed)
  for (const [table, column, why] of uses[entity] ?? []) {
    const of = sql.ref<number>(column)
    const using = sql<{ id: number }>`
      select distinct ${of} as id from ${sql.table(table)} where ${of} in (${sql.join(ids)})`
    for (const { id } of (await using.execute(trx)).rows) reasons.set(id, why)
  }
  if (entity !== 'student') return reasons
  // If the student was not changed since, pictures and certificates came with the import.
  const files = trx.selectFrom('files').select(['student_id', 'purpose']).where('student_id', 'in', ids)
  for (const { student_id, purpose } of await files.execute())
    if (changed.has(student_id) || !importedPurposes.includes(purpose))
      reasons.set(student_id, keptReasons.hasFiles)
  return reasons
}

/** Students are compared by version, because their history also has changes that a later import's undo reverted. */
async function otherVersions(trx: Trx, rows: UndoRow[]) {
  const imported = new Map(rows.map(({ entity_id, version }) => [entity_id, version]))
  const students = trx.selectFrom('students').select(['id', 'version'])
  const found = await students.where('id', 'in', [...imported.keys()]).execute()
  const changed = found.filter(({ id, version }) => version !== imported.get(id))
  return new Map<number, string>(changed.map(({ id }) => [id, keptReasons.changed]))
}

/** A row that an import added has one history entry. Further entries mean that it was changed or invited since. */
async function changedSince(trx: Trx, entity: Entity, ids: number[]) {
  const entries = await trx
    .selectFrom('history')
    .select(['entity_id', 'action'])
    .where('entity', '=', entity)
    .where('entity_id', 'in', ids)
    .orderBy('id')
    .execute()
  const reasons = new Map<number, string>()
  for (const [id, [, ...since]] of Map.groupBy(entries, ({ entity_id }) => entity_id))
    if (since.length > 0) {
      const isInvited = since.every(({ action }) => action === 'invited')
      reasons.set(id, isInvited ? keptReasons.invited : keptReasons.changed)
    }
  return reasons
}
