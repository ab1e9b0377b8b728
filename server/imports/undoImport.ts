import { namesOf } from '#contract/base/fields.ts'
import { importMessages, keptReasons, type Undone } from '#contract/imports.ts'
import { USER_NEW } from '#contract/users.ts'
import { inBatches } from '../database/inBatches.ts'
import { type Change, changesToNothing, writeHistories } from '../database/history.ts'
import { lockRow, lockRows } from '../database/lockRow.ts'
import { conflict, notFound } from '../http/ApiError.ts'
import { importedPurposes, removeFiles } from './importedFiles.ts'
import { importAction, type Importing, tableOf, type UndoRow, type Trx } from './importing.ts'
import { lockFormerPeople, restoreStudents } from './restoreStudents.ts'

type Reason = string | undefined
/** Returns why each of these rows cannot be removed, by id; undefined for rows that can. */
type WhyKept = (trx: Trx, ids: number[]) => Promise<(id: number) => Reason>

/** Undoes an import, except rows that were changed or used since. */
export async function undoImport({ trx, actor, at }: Change, id: number): Promise<Undone> {
  const found = await lockRow(trx, 'imports', id)
  if (!found) throw notFound()
  if (found.undone_at !== null) throw conflict(importMessages.undoneAlready)
  const action = importAction(found.file, 'undid import')
  const undoing: Importing = { trx, id, user_id: actor.id, at, action }
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
    await lockRows(
      trx,
      tableOf[entity],
      rows.map(({ entity_id }) => entity_id),
      { isLeaving: true },
    )
    const added = rows.filter(({ before }) => before === null)
    await inBatches(added, (some) => removeRows(undoing, entity, some, undone), 100)
    await restoreStudents(
      undoing,
      rows.filter(({ before }) => before !== null),
      undone,
    )
  }
  await trx.updateTable('imports').set({ undone_at: at, undone_by: actor.id }).where('id', '=', id).execute()
  return undone
}

async function removeRows(
  { trx, user_id, at, action }: Importing,
  entity: UndoRow['entity'],
  rows: UndoRow[],
  undone: Undone,
): Promise<void> {
  const ids = rows.map(({ entity_id }) => entity_id)
  const whyChanged = await whyChangedSince(trx, entity, ids)
  const whyUsed = await whyKept[entity](trx, ids)
  const isLeft = await idsOf(trx.selectFrom(tableOf[entity]).select('id').where('id', 'in', ids))
  const leaving: UndoRow[] = []
  for (const row of rows) {
    const { entity_id: id, name, ref } = row
    // A supporter may have been deleted since.
    if (!isLeft.has(id)) continue
    const why = whyChanged(id) ?? whyUsed(id)
    if (why) undone.kept.push({ id, name, ref, why })
    else leaving.push(row)
  }
  if (leaving.length === 0) return
  const going = leaving.map((row) => row.entity_id)
  if (entity === 'student') undone.files += await removeFiles(trx, going, at)
  await trx.deleteFrom(tableOf[entity]).where('id', 'in', going).execute()
  await writeHistories(
    trx,
    leaving.map(({ entity_id, name, ref }) => {
      const changes = changesToNothing({ name, ...(ref && { ref }) })
      return { entity, entity_id, action, changes, user_id, at }
    }),
  )
  const { length } = leaving.filter(({ row }) => row !== null)
  undone.removed += length
  if (entity === 'school') undone.schools += leaving.length - length
  if (entity === 'cluster') undone.clusters += leaving.length
}

/** A row that an import added has one history entry. Further entries mean that it was changed or invited since. */
async function whyChangedSince(trx: Trx, entity: UndoRow['entity'], ids: number[]) {
  // Students are compared by version, because their history also has changes that a later import's undo reverted.
  if (entity === 'student') return () => undefined
  const entries = await trx
    .selectFrom('history')
    .select(['entity_id', 'action'])
    .where('entity', '=', entity)
    .where('entity_id', 'in', ids)
    .orderBy('id')
    .execute()
  const actions = Map.groupBy(entries, ({ entity_id }) => entity_id)
  return (id: number): Reason => {
    const since = (actions.get(id) ?? []).slice(1)
    if (since.length === 0) return undefined
    return since.every(({ action }) => action === 'invited') ? keptReasons.invited : keptReasons.changed
  }
}

async function idsOf(query: {
  execute: () => Promise<{ id: number | null }[]>
}): Promise<Set<number | null>> {
  return new Set((await query.execute()).map(({ id }) => id))
}

/** Nothing refers to an imported record. */
const isUnused: WhyKept = async () => () => undefined

const whyKept: Record<UndoRow['entity'], WhyKept> = {
  report: isUnused,
  receipt: isUnused,

  async student(trx, ids) {
    const changed = await idsOf(
      trx
        .selectFrom('students')
        .innerJoin('import_rows', 'import_rows.entity_id', 'students.id')
        .select('students.id')
        .where('import_rows.entity', '=', 'student')
        .where('import_rows.before', 'is', null)
        .whereRef('students.version', '!=', 'import_rows.version')
        .where('students.id', 'in', ids),
    )
    const files = trx.selectFrom('files').select('student_id as id').distinct().where('student_id', 'in', ids)
    // Includes the files of records and documents.
    const hasFiles = await idsOf(files)
    const hasOthers = await idsOf(files.where('purpose', 'not in', importedPurposes))
    const idsIn = (table: 'consents' | 'media_students' | 'reports' | 'receipts' | 'requests') =>
      trx.selectFrom(table).select('student_id as id').where('student_id', 'in', ids)
    const isUsed = await idsOf(idsIn('consents').union(idsIn('media_students')).union(idsIn('requests')))
    // Imported records have no files.
    const hasRecords = await idsOf(idsIn('reports').union(idsIn('receipts')))
    // If the student was not changed since, pictures and certificates came with the import.
    return (id) =>
      hasOthers.has(id) || hasRecords.has(id) || (changed.has(id) && hasFiles.has(id))
        ? keptReasons.hasFiles
        : changed.has(id) || isUsed.has(id)
          ? keptReasons.changed
          : undefined
  },

  async user(trx, ids) {
    const isActive = await idsOf(
      trx.selectFrom('users').select('id').where('id', 'in', ids).where('status', '!=', USER_NEW),
    )
    const hasStudents = await idsOf(
      trx
        .selectFrom('students')
        .select('supporter_id as id')
        .distinct()
        .where('supporter_id', 'in', ids)
        .unionAll(
          trx.selectFrom('notices').select('supporter_id as id').distinct().where('supporter_id', 'in', ids),
        ),
    )
    return (id) =>
      isActive.has(id) ? keptReasons.changed : hasStudents.has(id) ? keptReasons.hasStudents : undefined
  },

  async school(trx, ids) {
    const usedBy = (table: 'students' | 'reports' | 'receipts') =>
      trx.selectFrom(table).select('school_id as id').distinct().where('school_id', 'in', ids)
    const used = await idsOf(usedBy('students').union(usedBy('reports')).union(usedBy('receipts')))
    return (id) => (used.has(id) ? keptReasons.inUse : undefined)
  },

  async cluster(trx, ids) {
    const used = await idsOf(
      trx.selectFrom('schools').select('cluster_id as id').distinct().where('cluster_id', 'in', ids),
    )
    return (id) => (used.has(id) ? keptReasons.inUse : undefined)
  },
}
