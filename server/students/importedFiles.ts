import type { Selectable } from 'kysely'
import { paperKinds } from '#contract/students/entryExams.ts'
import type { FilePurpose } from '../database/tables/files.ts'
import type { Tables } from '../database/tables.ts'
import { dropFiles } from '../files/storeUpload.ts'
import type { Trx } from '../database/history.ts'

type Student = Selectable<Tables['students']>
type FileColumns = Partial<Pick<Student, 'picture_id' | 'certificate_id'>>

/** The files that an import adds. A student's other files belong to records, documents and the gallery. */
export const importedPurposes: readonly FilePurpose[] = ['picture', ...paperKinds]

/**
 * Makes a new picture or certificate part of the import that added or updated its student, so that the undo removes it,
 * unless the student was changed since. Raises the version in all imports of the student, so that none falls further
 * behind.
 */
export async function addToImport(
  trx: Trx,
  import_id: number,
  student: Student,
  columns: FileColumns,
): Promise<void> {
  const of = { entity: 'student', entity_id: student.id } as const
  const row = await trx
    .selectFrom('import_rows')
    .select('before')
    .where((eb) => eb.and({ ...of, import_id, version: student.version }))
    .executeTakeFirst()
  if (!row) return
  const rows = trx.updateTable('import_rows').where((eb) => eb.and(of))
  await rows.set((eb) => ({ version: eb('version', '+', 1) })).execute()
  if (row.before === null) return
  const former = Object.fromEntries(
    Object.keys(columns).map((column) => [column, student[column as keyof FileColumns]]),
  )
  const before = JSON.stringify({ ...former, ...(JSON.parse(row.before) as object) })
  await rows.set({ before }).where('import_id', '=', import_id).execute()
}

/** Removes the files of students whom an undo removes, and returns how many. */
export async function removeFiles(trx: Trx, students: number[], at: string): Promise<number> {
  const files = trx.selectFrom('files').select('id').where('student_id', 'in', students)
  const found = await files.where('purpose', 'in', importedPurposes).execute()
  const ids = found.map(({ id }) => id)
  if (ids.length === 0) return 0
  const none = { picture_id: null, certificate_id: null }
  await trx.updateTable('students').set(none).where('id', 'in', students).execute()
  await dropFiles(trx, ids, at)
  return ids.length
}

/** The files that a student has now but did not have before the import. */
export const filesSince = (now: FileColumns, former: FileColumns): number[] =>
  (['picture_id', 'certificate_id'] as const).flatMap((column) => {
    const id = now[column]
    return id && id !== former[column] ? [id] : []
  })
