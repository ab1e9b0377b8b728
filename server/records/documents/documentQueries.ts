import type { SessionUser } from '#contract/auth.ts'
import type { AnnualDocument } from '#contract/documents.ts'
import type { Db } from '../../database/connect.ts'
import { fileUrl } from '../../files/fileUrl.ts'
import { checkStudent } from '../recordRows.ts'

type Asked = { student: number; year: number }

/** The documents of a student's year. A student whom the viewer may not see is as if not there. */
export async function listDocuments(
  db: Db,
  { student, year }: Asked,
  viewer: SessionUser,
): Promise<AnnualDocument[]> {
  await checkStudent(db, student, viewer)
  const rows = await db
    .selectFrom('documents')
    .select(['id', 'type', 'file_id'])
    .where('student_id', '=', student)
    .where('year_id', '=', year)
    .orderBy('type')
    .execute()
  return rows.map(({ id, type, file_id }) => ({ id, type, path: fileUrl(file_id) }))
}
