import { type RawBuilder, sql } from 'kysely'
import type { SharedPurpose } from '#contract/privacy/consentStates.ts'
import { canSeeEveryStudent, canSeeUnverified } from '#contract/permissions.ts'
import { VERIFIED } from '#contract/records/records.ts'
import type { Db } from '../../database/connect.ts'
import { notFound } from '../../base/ApiError.ts'
import {
  always,
  idIn,
  isHiddenStudent,
  isSharedMedia,
  reachesSupporter,
  type StudentId,
} from './sharedWithSupporter.ts'

/** The user who reads, and the day. In a prepared query id and day are placeholders. */
export type Viewer = { id: number | RawBuilder<number>; role: number; today: string | RawBuilder<string> }

/**
 * The students whom a user may see: a supporter sees only their own, except those whom `isHiddenStudent` hides. Which data of
 * them a supporter sees depends on the purpose: see `isOfVisibleStudent`, `ifShared` and `onlyShared`.
 */
export const visibleStudents = (db: Db, { id, role, today }: Viewer) =>
  canSeeEveryStudent(role)
    ? db.selectFrom('students')
    : ownStudents(db, id).where((eb) => eb.not(isHiddenStudent('students.id', today)))

const ownStudents = (db: Db, supporter: Viewer['id']) =>
  db.selectFrom('students').where(sql<boolean>`students.supporter_id = ${supporter}`)

/** Refuses a student whom the user may not see, like one that does not exist. */
export async function checkStudent(db: Db, id: number, viewer: Viewer): Promise<void> {
  await visibleStudents(db, viewer).select('id').where('id', '=', id).executeTakeFirstOrThrow(notFound)
}

/** Whether the row of a table `record` belongs to such a student, and what the purpose covers is shared with the viewer. */
export const isOfVisibleStudent = (db: Db, viewer: Viewer, purpose: SharedPurpose) =>
  canSeeEveryStudent(viewer.role)
    ? always
    : sql<boolean>`record.student_id in ${ownStudents(db, viewer.id)
        .where(reachesSupporter(purpose, 'students.id', viewer.today))
        .select('students.id')}`

/** Whether a row of `media`, under this name, joined with `files`, is of such a student and shared with the viewer. */
export const isVisibleMedia = (
  db: Db,
  viewer: Viewer,
  media: 'media' | 'record',
  student: StudentId = `${media}.student_id`,
): RawBuilder<boolean> =>
  canSeeEveryStudent(viewer.role)
    ? always
    : sql`(${idIn(student)} in ${ownStudents(db, viewer.id).select('students.id')}
        and ${isSharedMedia(media, viewer.today, student)})`

/** A value of a student, which is null for a supporter with whom it is not shared. */
export const ifShared = <Value>(
  value: RawBuilder<Value>,
  purpose: SharedPurpose,
  { role, today }: Pick<Viewer, 'role' | 'today'>,
  student = 'students.id',
): RawBuilder<Value | null> =>
  canSeeEveryStudent(role)
    ? value
    : sql`case when ${reachesSupporter(purpose, student, today)} then ${value} end`

/** Whether a report card or receipt is in a state that the user may see: supporters see only verified ones. */
export const isVisibleState = ({ role }: Pick<Viewer, 'role'>) =>
  canSeeUnverified(role) ? always : sql<boolean>`record.status >= ${sql.lit(VERIFIED)}`

/**
 * A file that the user may see. Supporters see the files that their students have now and that are shared with them, and
 * not those that were replaced. Signed forms of consent are for staff only.
 */
export function findVisibleFile(db: Db, id: number, viewer: Viewer) {
  const file = visibleStudents(db, viewer)
    .innerJoin('files', 'files.student_id', 'students.id')
    .select(['files.id', 'files.purpose', 'files.student_id', 'files.type', 'files.bytes'])
    .select(['files.key', 'files.medium_key', 'files.thumb_key'])
    .where('files.id', '=', id)
  if (canSeeEveryStudent(viewer.role)) return file.select('files.name').executeTakeFirst()
  const today = viewer.today
  return file
    .select(nameIn(reachesSupporter('profile', 'students.id', today)).as('name'))
    .where((eb) => {
      const shownIn = (table: 'documents' | 'media' | 'reports' | 'receipts') =>
        eb
          .selectFrom(db.dynamic.table(table).as('record'))
          .select('record.id')
          .whereRef('record.file_id', '=', 'files.id')
      const isShared = (purpose: SharedPurpose) => reachesSupporter(purpose, 'students.id', today)
      const isRecord = eb.or([
        eb('students.certificate_id', '=', eb.ref('files.id')),
        eb.exists(shownIn('documents')),
        eb.exists(shownIn('reports').where(isVisibleState(viewer))),
        eb.exists(shownIn('receipts').where(isVisibleState(viewer))),
      ])
      return eb.or([
        eb.and([eb('students.picture_id', '=', eb.ref('files.id')), isShared('pictures')]),
        eb.and([isRecord, isShared('progress')]),
        eb.exists(shownIn('media').where(isSharedMedia('record', today))),
      ])
    })
    .executeTakeFirst()
}

/** A file’s name, which often contains that of the student: without the profile its kind, such as `report.pdf`. */
const nameIn = (isShared: RawBuilder<boolean>) =>
  sql<string>`case when ${isShared} then files.name
    else files.purpose || case files.type when 'application/pdf' then '.pdf' else '' end end`
