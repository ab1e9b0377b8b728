import { keptReasons } from '#contract/importMessages.ts'
import { canHaveStudents, SUPPORTER } from '#contract/permissions.ts'
import { changesBetween, writeChanges } from '../database/history.ts'
import { lockRows } from '../database/lockRow.ts'
import { type Followed, followStudents } from '../payments/followStudents.ts'
import { statusWord } from '../students/changeStudent.ts'
import { dropFiles } from '../files/storeUpload.ts'
import {
  inSmallBatches,
  type Importing,
  readNames,
  type Undoing,
  type UndoRow,
  type Trx,
} from './importing.ts'
import { filesSince } from '../students/importedFiles.ts'
import { factsOf, replaceStudents } from './saveStudents.ts'
import { namesFinder, readPeople, type Student } from './studentLookups.ts'

/**
 * Locks the former liaison officers and supporters before the students, because renaming a user locks in that order.
 * Their names are part of the students' search texts.
 */
export async function lockFormerPeople(trx: Trx, rows: UndoRow[]): Promise<void> {
  const ids = new Set<number>()
  for (const { before } of rows) {
    const { liaison_id, supporter_id } = JSON.parse(before ?? '{}') as Partial<Student>
    for (const id of [liaison_id, supporter_id]) if (id) ids.add(id)
  }
  await lockRows(trx, 'users', [...ids], { isShared: true })
}

/** Restores the former values of students that an import has updated, unless they were changed since. Returns their ids. */
export async function restoreStudents(
  undoing: Importing,
  rows: UndoRow[],
  undone: Undoing,
): Promise<number[]> {
  if (rows.length === 0) return []
  const { trx, at, action } = undoing
  const people = await readPeople(trx)
  const namesFor = namesFinder(await readNames(trx, 'schools'), await readNames(trx, 'classes'), people)
  const restored: Followed[] = []
  for await (const some of inSmallBatches(rows)) {
    const byId = new Map(some.map((row) => [row.entity_id, row]))
    const present = trx
      .selectFrom('students')
      .selectAll()
      .where('id', 'in', [...byId.keys()])
    const restoring = (await present.orderBy('id').execute()).flatMap((before) => {
      const row = byId.get(before.id)
      const after: Student = { ...before, ...JSON.parse(row?.before ?? '{}') }
      const names = namesFor(after)
      const why =
        (before.version !== row?.version && keptReasons.changed) ||
        (names.school === undefined && keptReasons.schoolGone) ||
        (!canHaveStudents(people.byId.get(after.liaison_id ?? 0)?.role_id ?? SUPPORTER) &&
          keptReasons.liaisonGone)
      if (why) undone.kept.push({ id: before.id, name: before.name, ref: before.ref, why })
      if (why && row) undone.stays.push(row)
      return why ? [] : [{ before, after, names }]
    })
    if (restoring.length === 0) continue
    await replaceStudents(undoing, restoring)
    const files = restoring.flatMap(({ before, after }) => filesSince(before, after))
    await dropFiles(trx, files, at)
    undone.files += files.length
    await writeChanges(
      undoing,
      restoring.map(({ before, after, names }) => {
        const changes = changesBetween(
          { ...factsOf(before, namesFor(before)), status: statusWord(before.status) },
          { ...factsOf(after, names), status: statusWord(after.status) },
        )
        return { entity: 'student', entity_id: before.id, action, changes }
      }),
    )
    await liftVersions(undoing, restoring)
    undone.restored += restoring.length
    restored.push(...restoring)
  }
  await followStudents(undoing, restored)
  return restored.map(({ before }) => before.id)
}

/**
 * Raises the versions that earlier imports expect: the import and its undo raised these students' versions by two, and
 * the earlier imports must still be undoable, one after the other.
 */
async function liftVersions({ trx, id }: Importing, restored: { before: Student }[]): Promise<void> {
  const students = restored.map(({ before }) => before.id)
  await trx
    .updateTable('import_rows')
    .set((eb) => ({ version: eb('version', '+', 2) }))
    .where('entity', '=', 'student')
    .where('entity_id', 'in', students)
    .where('import_id', '!=', id)
    .execute()
}
