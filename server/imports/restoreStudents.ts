import type { Selectable } from 'kysely'
import { inWords } from '#contract/base/fields.ts'
import { keptReasons, type Undone } from '#contract/imports.ts'
import { canHaveStudents, SUPPORTER } from '#contract/permissions.ts'
import { studentFields } from '#contract/students/students.ts'
import { inBatches, withYields } from '../database/inBatches.ts'
import { changesBetween, writeHistories } from '../database/history.ts'
import { lockRows } from '../database/lockRow.ts'
import type { Tables } from '../database/tables.ts'
import { statusWord } from '../students/changeStudent.ts'
import { supporterInWords } from '../students/studentRules.ts'
import { dropFiles } from '../files/storeUpload.ts'
import { inSmallBatches, type Importing, type UndoRow, type Trx } from './importing.ts'
import { filesSince } from './importedFiles.ts'
import { replaceStudents } from './saveStudents.ts'
import { readPeople } from './studentLookups.ts'

type Student = Selectable<Tables['students']>
type Restored = Pick<Undone, 'restored' | 'files' | 'kept'>

/**
 * Locks the former liaison officers and supporters before the students, because renaming a user locks in that order.
 * Their names are part of the students' search texts.
 */
export async function lockFormerPeople(trx: Trx, rows: UndoRow[]): Promise<void> {
  const ids = new Set<number>()
  for await (const { before } of withYields(rows)) {
    const { liaison_id, supporter_id } = JSON.parse(before ?? '{}') as Partial<Student>
    for (const id of [liaison_id, supporter_id]) if (id) ids.add(id)
  }
  await inBatches(
    [...ids].toSorted((a, b) => a - b),
    (some) => lockRows(trx, 'users', some, { isShared: true }),
  )
}

/** Restores the former values of students that an import has updated, unless they were changed since. */
export async function restoreStudents(undoing: Importing, rows: UndoRow[]): Promise<Restored> {
  const { trx, at, user_id, action } = undoing
  const result: Restored = { restored: 0, files: 0, kept: [] }
  await inSmallBatches(rows, async (some) => {
    const ids = some.map(({ entity_id }) => entity_id)
    const present = await trx.selectFrom('students').selectAll().where('id', 'in', ids).execute()
    const byId = new Map(present.map((student) => [student.id, student]))
    const meant = some.flatMap((row) => {
      const now = byId.get(row.entity_id)
      return now
        ? [{ row, now, former: { ...now, ...(JSON.parse(row.before ?? '{}') as Partial<Student>) } }]
        : []
    })
    if (meant.length === 0) return
    const all = meant.flatMap(({ now, former }) => [now, former])
    const { byId: users } = await readPeople(trx, [], { all })
    const nameOf = (id: number | null) => users.get(id ?? 0)?.name ?? null
    const named = trx.selectFrom('schools').select(['id', 'school'])
    const schoolIds = all.map(({ school_id }) => school_id)
    const found = await named.where('id', 'in', schoolIds).execute()
    const schools = new Map(found.map(({ id, school }) => [id, school]))
    const restoring = meant.filter(({ row, now, former }) => {
      const why =
        (now.version !== row.version && keptReasons.changed) ||
        (!schools.has(former.school_id) && keptReasons.schoolGone) ||
        (!canHaveStudents(users.get(former.liaison_id)?.role_id ?? SUPPORTER) && keptReasons.liaisonGone)
      if (why) result.kept.push({ id: now.id, name: now.name, ref: now.ref, why })
      return !why
    })
    if (restoring.length === 0) return
    const facts = (student: Student) => ({
      ...inWords(studentFields, student),
      school: schools.get(student.school_id),
      liaison: nameOf(student.liaison_id),
      supporter: supporterInWords({
        supporter: nameOf(student.supporter_id),
        supporter_name: student.supporter_name,
      }),
      status: statusWord(student.status),
    })
    await replaceStudents(
      undoing,
      restoring.map(({ now, former }) => ({
        before: now,
        after: former,
        liaison: nameOf(former.liaison_id) ?? '',
        supporter: nameOf(former.supporter_id),
      })),
    )
    const files = restoring.flatMap(({ now, former }) => filesSince(now, former))
    await dropFiles(trx, files, at)
    result.files += files.length
    await writeHistories(
      trx,
      restoring.map(({ now, former }) => {
        const changes = changesBetween(facts(now), facts(former))
        return { entity: 'student', entity_id: now.id, action, changes, user_id, at }
      }),
    )
    await liftVersions(
      trx,
      undoing.id,
      restoring.map(({ now }) => now.id),
    )
    result.restored += restoring.length
  })
  return result
}

/**
 * Raises the versions that earlier imports expect: the import and its undo raised these students' versions by two, and
 * the earlier imports must still be undoable, one after the other.
 */
async function liftVersions(trx: Trx, import_id: number, ids: number[]): Promise<void> {
  await trx
    .updateTable('import_rows')
    .set((eb) => ({ version: eb('version', '+', 2) }))
    .where('entity', '=', 'student')
    .where('entity_id', 'in', ids)
    .where('import_id', '!=', import_id)
    .execute()
}
