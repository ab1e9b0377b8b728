import { sql } from 'kysely'
import type { SessionUser } from '#contract/auth.ts'
import type { Media, StudentGallery } from '#contract/gallery.ts'
import { type Placeholders, prepared, preparedByRole } from '../database/prepared.ts'
import type { Db } from '../database/connect.ts'
import { fileUrlIn } from '../files/fileUrl.ts'
import { notFound } from '../http/ApiError.ts'
import { visibleStudents } from '../students/visibleStudents.ts'

/** A student's gallery, the newest first. A student whom the viewer may not see is answered like an unknown one. */
export function galleryReader(db: Db) {
  type Asked = { student: number }
  type Facts = Pick<StudentGallery, 'name' | 'status'>
  const readStudent = preparedByRole<Facts, Asked>(db, (value, role) =>
    visibleStudents(db, { id: value('viewer'), role })
      .select(['name', 'status'])
      .where('id', '=', value('student')),
  )
  const readRows = prepared(db, (value: Placeholders<Asked>) =>
    mediaRows(db)
      .where('media.student_id', '=', value('student'))
      .orderBy('media.created_at', 'desc')
      .orderBy('media.id', 'desc'),
  )

  return async (student: number, viewer: SessionUser): Promise<StudentGallery> => {
    const [found] = await readStudent({ student }, viewer)
    if (!found) throw notFound()
    return { ...found, gallery: await readRows({ student }) }
  }
}

export const findMedia = (db: Db, id: number): Promise<Media> =>
  mediaRows(db).where('media.id', '=', id).executeTakeFirstOrThrow()

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
