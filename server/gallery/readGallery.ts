import { sql } from 'kysely'
import type { Media, OtherStudent, StudentGallery } from '#contract/gallery.ts'
import { canSeeEveryStudent } from '#contract/permissions.ts'
import type { Db } from '../database/connect.ts'
import type { Actor } from '../database/history.ts'
import { preparedByRole } from '../database/prepared.ts'
import { fileUrlIn } from '../files/fileUrl.ts'
import { notFound } from '../base/ApiError.ts'
import { sharedName } from '../privacy/visibility/onlyShared.ts'
import { hiddenIn, hiddenOf } from '../privacy/visibility/sharedWithSupporter.ts'
import { isVisibleMedia, visibleStudents } from '../privacy/visibility/visibleStudents.ts'
import { othersIn, othersReader } from './othersInMedia.ts'

/** A student's gallery, the newest first. A student whom the viewer may not see is answered like an unknown one. */
export function galleryReader(db: Db) {
  type Asked = { student: number }
  type Facts = Pick<StudentGallery, 'name' | 'status'> & { hidden: string; has_others: number }
  const readStudent = preparedByRole<Facts, Asked>(db, (value, role) =>
    visibleStudents(db, { id: value('viewer'), role, today: value('today') })
      .select(['name', 'status', hiddenIn({ role, today: value('today') }).as('hidden')])
      .select((canSeeEveryStudent(role) ? hasOthers : sql<number>`0`).as('has_others'))
      .where('id', '=', value('student')),
  )
  // The condition is in the query that reads, because consent may be withdrawn after the query before it.
  const readRows = preparedByRole<Media, Asked>(db, (value, role) =>
    mediaRows(db)
      .where('media.student_id', '=', value('student'))
      .where(
        isVisibleMedia(db, { id: value('viewer'), role, today: value('today') }, 'media', value('student')),
      )
      .orderBy('media.created_at', 'desc')
      .orderBy('media.id', 'desc'),
  )
  const readOthers = othersReader(db)

  return async (student: number, viewer: Actor): Promise<StudentGallery> => {
    const [found] = await readStudent({ student }, viewer)
    if (!found) throw notFound()
    const { name, status, hidden, has_others } = found
    const gallery = await readRows({ student }, viewer)
    const others = has_others === 1 ? await readOthers(student) : undefined
    const not_shared = hiddenOf(hidden)
    return {
      name: sharedName(name, not_shared),
      status,
      gallery: others ? gallery.map((media) => withOthers(media, others.get(media.id))) : gallery,
      not_shared,
    }
  }
}

const hasOthers = sql<number>`case when exists
  (select 1 from media_students where gallery_of = students.id) then 1 else 0 end`

const withOthers = (media: Media, others: OtherStudent[] = []): Media =>
  others.length > 0 ? { ...media, others } : media

export async function findMedia(db: Db, id: number): Promise<Media> {
  const media = await mediaRows(db).where('media.id', '=', id).executeTakeFirstOrThrow()
  return withOthers(media, await othersIn(db, id))
}

/** The picture or film of a student whose upload had this checksum. */
export const findByChecksum = (db: Db, student_id: number, sha256: string): Promise<Media | undefined> =>
  mediaRows(db)
    .where('media.student_id', '=', student_id)
    .where('media.sha256', '=', sha256)
    .executeTakeFirst()

/** Selects rows in the shape of the answer, so that a gallery of hundreds need not be mapped row by row. */
function mediaRows(db: Db) {
  const path = (size: 'medium' | 'thumb') =>
    sql<
      string | null
    >`case when ${sql.ref(`files.${size}_key`)} is not null then ${fileUrlIn('files.id')} || ${sql.lit(`?size=${size}`)} end`
  return db
    .selectFrom('media')
    .innerJoin('files', 'files.id', 'media.file_id')
    .select([
      'media.id',
      'media.student_id',
      'title',
      'description',
      sql<Media['type']>`case when files.type = 'video/mp4' then 'video' else 'image' end`.as('type'),
      fileUrlIn('files.id').$castTo<string>().as('file_path'),
      path('medium').as('medium_path'),
      path('thumb').as('thumb_path'),
      'width',
      'height',
      sql<number | null>`cast(duration_ms as double precision) / 1000`.as('duration'),
      'media.created_at',
    ])
}
