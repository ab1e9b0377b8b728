import {
  type AnnualDocument,
  documentCalls,
  documentForm,
  documentMessages,
} from '#contract/records/documents.ts'
import type { FieldErrors } from '#contract/base/call.ts'
import { canAddDocuments } from '#contract/permissions.ts'
import type { Db } from '../../database/connect.ts'
import type { Actor } from '../../database/history.ts'
import { fileUrl } from '../../files/fileUrl.ts'
import { withStored } from '../../files/storeUpload.ts'
import { invalid } from '../../base/ApiError.ts'
import { type App, parse } from '../../http/schemas.ts'
import { serveCalls } from '../../http/serveCalls.ts'
import type { Services } from '../../Services.ts'
import { checkStudent, isOfVisibleStudent } from '../../privacy/visibility/visibleStudents.ts'
import { saveDocument } from './saveDocument.ts'

/** The fee structure and the account statement of a student's year. */
export function documentRoutes(app: App, services: Services): void {
  serveCalls(app, services, documentCalls, {
    'GET /api/doc': {
      answer: async ({ db, query, actor }) => ({ data: await listDocuments(db, query, actor) }),
    },

    'POST /api/doc': {
      may: canAddDocuments,
      parsesBody: true,
      isRepeatable: true,
      async steps({ request: { body, uploads } }, change) {
        const { file } = uploads
        const missing: FieldErrors = file ? {} : { file: [documentMessages.fileRequired] }
        const form = parse(documentForm, body, missing)
        if (!file) throw invalid(missing)
        return withStored({ file }, { file: 'document' }, services, (stored) =>
          change(async (made) => {
            const document = await saveDocument(made, form, stored.file)
            const message = documentMessages.saved
            return { message, data: { ...document, message } }
          }),
        )
      },
    },
  })
}

type Asked = { student: number; year: number }

/**
 * The documents of a student's year, if they are shared with the viewer. A student whom the viewer may not see is
 * answered like one that does not exist.
 */
async function listDocuments(db: Db, { student, year }: Asked, viewer: Actor): Promise<AnnualDocument[]> {
  await checkStudent(db, student, viewer)
  const rows = await db
    .selectFrom('documents as record')
    .select(['id', 'type', 'file_id'])
    .where('student_id', '=', student)
    .where(isOfVisibleStudent(db, viewer, 'progress'))
    .where('year_id', '=', year)
    .orderBy('type')
    .execute()
  return rows.map(({ id, type, file_id }) => ({ id, type, path: fileUrl(file_id) }))
}
