import { type RawBuilder, sql } from 'kysely'
import { canSeeEveryStudent, canSeeUnverified } from '#contract/permissions.ts'
import { VERIFIED } from '#contract/records/records.ts'
import type { Db } from '../database/connect.ts'
import { notFound } from '../http/ApiError.ts'

/** The user who reads. In a prepared query the id is a placeholder. */
export type Viewer = { id: number | RawBuilder<number>; role: number }

/** The students whom a user may see: a supporter sees only their own. */
export const visibleStudents = (db: Db, { id, role }: Viewer) =>
  canSeeEveryStudent(role)
    ? db.selectFrom('students')
    : db.selectFrom('students').where(sql<boolean>`students.supporter_id = ${id}`)

/** Refuses a student whom the user may not see, like one that does not exist. */
export async function checkStudent(db: Db, id: number, viewer: Viewer): Promise<void> {
  await visibleStudents(db, viewer).select('id').where('id', '=', id).executeTakeFirstOrThrow(notFound)
}

const always = sql<boolean>`true`

/** Whether the row of a table `record` belongs to such a student. */
export const isOfVisibleStudent = (db: Db, viewer: Viewer) =>
  canSeeEveryStudent(viewer.role)
    ? always
    : sql<boolean>`record.student_id in ${visibleStudents(db, viewer).select('students.id')}`

/** Whether a report card or receipt is in a state that the user may see: supporters see only verified ones. */
export const isVisibleState = ({ role }: Viewer) =>
  canSeeUnverified(role) ? always : sql<boolean>`record.status >= ${sql.lit(VERIFIED)}`

/** A file that the user may see. Supporters see the files that their students have now, and not those that were replaced. */
export function findVisibleFile(db: Db, id: number, viewer: Viewer) {
  const file = visibleStudents(db, viewer)
    .innerJoin('files', 'files.student_id', 'students.id')
    .select(['files.id', 'files.type', 'files.name', 'files.bytes'])
    .select(['files.key', 'files.medium_key', 'files.thumb_key'])
    .where('files.id', '=', id)
  if (canSeeEveryStudent(viewer.role)) return file.executeTakeFirst()
  return file
    .where((eb) => {
      const shownIn = (table: 'documents' | 'media' | 'reports' | 'receipts') =>
        eb
          .selectFrom(db.dynamic.table(table).as('record'))
          .select('record.id')
          .whereRef('record.file_id', '=', 'files.id')
      return eb.or([
        eb('students.picture_id', '=', eb.ref('files.id')),
        eb('students.certificate_id', '=', eb.ref('files.id')),
        eb.exists(shownIn('documents')),
        eb.exists(shownIn('media')),
        eb.exists(shownIn('reports').where(isVisibleState(viewer))),
        eb.exists(shownIn('receipts').where(isVisibleState(viewer))),
      ])
    })
    .executeTakeFirst()
}
