import type { Db } from '../../database/connect.ts'
import { nameAs } from '../../files/storeUpload.ts'

/** The folder of each purpose in an export. */
const folders: Record<string, string> = {
  picture: 'picture',
  certificate: 'certificate',
  'result slip': 'certificate',
  report: 'report-cards',
  receipt: 'receipts',
  document: 'documents',
  media: 'pictures-and-videos',
  consent: 'consents',
  request: 'requests',
}

export type ExportedFile = {
  id: number
  purpose: string
  key: string
  type: string
  bytes: number
  /** Its path in the ZIP. */
  path: string
}

/** The files of a student, also replaced ones, but no pictures in which other children are named. */
export async function exportedFiles(db: Db, student_id: number): Promise<ExportedFile[]> {
  const files = await db
    .selectFrom('files')
    .select(['id', 'purpose', 'key', 'type', 'bytes'])
    .where('student_id', '=', student_id)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('media')
            .innerJoin('media_students', 'media_students.media_id', 'media.id')
            .select('media.id')
            .whereRef('media.file_id', '=', 'files.id'),
        ),
      ),
    )
    .orderBy('id')
    .execute()
  return files.map((file) => Object.assign(file, { path: pathOf(file) }))
}

/** Without the original name, which may name other children. */
const pathOf = ({ id, purpose, type }: Omit<ExportedFile, 'path'>) => {
  const word = type.startsWith('video/') ? 'video' : purpose === 'media' ? 'picture' : purpose
  return `files/${folders[purpose] ?? 'others'}/${nameAs(type, `${word.replace(' ', '-')}-${id}`)}`
}
