import type { SessionUser } from '#contract/auth.ts'
import { type AnnualDocument, documentCalls, documentForm, documentMessages } from '#contract/documents.ts'
import type { FieldErrors } from '#contract/call.ts'
import { canAddDocuments } from '#contract/permissions.ts'
import type { Db } from '../../database/connect.ts'
import { fileUrl } from '../../files/fileUrl.ts'
import { withStored } from '../../files/storeUpload.ts'
import { invalid } from '../../http/ApiError.ts'
import { type App, parse } from '../../http/schemas.ts'
import { once } from '../../http/once.ts'
import { serveCalls } from '../../http/serveCalls.ts'
import { signedIn } from '../../http/session.ts'
import type { Services } from '../../Services.ts'
import { checkStudent } from '../recordRows.ts'
import { saveDocument } from './saveDocument.ts'

/** The fee structure and the account statement of a student's year. */
export function documentRoutes(app: App, services: Services): void {
  serveCalls(app, documentCalls, {
    'GET /api/doc': {
      answer: async (request) => ({
        data: await listDocuments(services.db, request.query, signedIn(request)),
      }),
    },

    'POST /api/doc': {
      may: canAddDocuments,
      parsesBody: true,
      async answer(request) {
        const actor = signedIn(request)
        const { file } = request.uploads
        const missing: FieldErrors = file ? {} : { file: [documentMessages.fileRequired] }
        const form = parse(documentForm, request.body, missing)
        if (!file) throw invalid(missing)
        return withStored({ file }, { file: 'document' }, services, (stored) =>
          once(request, services, async (trx) => {
            const document = await saveDocument(trx, form, stored.file, actor, services)
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
 * The documents of a student's year. A student whom the viewer may not see is answered like one that does not exist.
 */
async function listDocuments(
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
