import { sql } from 'kysely'
import { namesOf } from '#contract/base/fields.ts'
import { importMessages, keptReasons } from '#contract/importMessages.ts'
import { type Undone } from '#contract/imports.ts'
import { importAction } from '../database/importAction.ts'
import { inBatches } from '../database/inBatches.ts'
import { type Change, changesToNothing, writeChanges } from '../database/history.ts'
import { lockRow, lockRows, takeAdvisoryLock } from '../database/lockRow.ts'
import { studentEntities } from '../database/studentEntities.ts'
import type { Tables } from '../database/tables.ts'
import { conflict, notFound } from '../base/ApiError.ts'
import { importedPurposes, removeFiles } from '../students/importedFiles.ts'
import { importEntry, type Importing, tableOf, type UndoRow, type Trx } from './importing.ts'
import { lockFormerPeople, restoreStudents } from './restoreStudents.ts'

type Entity = UndoRow['entity']

const idsOf = (rows: UndoRow[]) => rows.map(({ entity_id }) => entity_id)

/** Undoes an import, except rows that were changed or used since. */
export async function undoImport(change: Change, id: number): Promise<Undone> {
  const { trx, actor, at } = change
  // Serialised like imports: the undo of a later import changes the versions that this one reads.
  await takeAdvisoryLock(trx, 'imports')
  const found = await lockRow(trx, 'imports', id)
  if (!found) throw notFound()
  if (found.undone_at !== null) throw conflict(importMessages.undoneAlready)
  const undoing: Importing = { ...change, id, action: importAction(found.file, 'undid import') }
  const all = await trx
    .selectFrom('import_rows')
    .selectAll()
    .where('import_id', '=', id)
    .orderBy('entity_id')
    .execute()

  await lockFormerPeople(trx, all)
  const undone: Undone = { removed: 0, restored: 0, schools: 0, clusters: 0, files: 0, kept: [] }
  for (const entity of namesOf(tableOf).toReversed()) {
    const rows = all.filter((row) => row.entity === entity)
    await lockRows(trx, tableOf[entity], idsOf(rows), { mayBeDeleted: true })
    const added = rows.filter(({ before }) => before === null)
    const updated = rows.filter(({ before }) => before !== null)
    for await (const some of inBatches(added, 100)) await removeRows(undoing, entity, some, undone)
    await restoreStudents(undoing, updated, undone)
  }
  await trx.updateTable('imports').set({ undone_at: at, undone_by: actor.id }).where('id', '=', id).execute()
  return undone
}

async function removeRows(
  undoing: Importing,
  entity: Entity,
  rows: UndoRow[],
  undone: Undone,
): Promise<void> {
  const { trx, at, action } = undoing
  const found = trx.selectFrom(tableOf[entity]).select('id').where('id', 'in', idsOf(rows))
  const isPresent = new Set((await found.execute()).map(({ id }) => id))
  const reasons = await whyKept(trx, entity, rows)
  // A supporter may have been deleted since.
  const leaving = rows.filter(({ entity_id: id, name, ref }) => {
    const why = reasons.get(id)
    if (why && isPresent.has(id)) undone.kept.push({ id, name, ref, why })
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
}

type Use = { [Table in keyof Tables]: [Table, keyof Tables[Table] & string, string] }[keyof Tables]
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
    ['students', 'liaison_id', keptReasons.hasStudents],
  ],
  school: [
    ['students', 'school_id', keptReasons.inUse],
    ['reports', 'school_id', keptReasons.inUse],
    ['receipts', 'school_id', keptReasons.inUse],
  ],
  cluster: [['schools', 'cluster_id', keptReasons.inUse]],
}

/** By id: why a row cannot be removed. */
async function whyKept(trx: Trx, entity: Entity, rows: UndoRow[]): Promise<Map<number, string>> {
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
