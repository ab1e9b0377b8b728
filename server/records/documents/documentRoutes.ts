import { z } from 'zod'
import type { SessionUser } from '#contract/auth.ts'
import {
  type AnnualDocument,
  documentForm,
  documentMessages,
  documentSchema,
  documentsQuery,
  savedDocumentSchema,
} from '#contract/documents.ts'
import type { FieldErrors } from '#contract/errors.ts'
import { pdfFile } from '#contract/files.ts'
import { canAddDocuments } from '#contract/permissions.ts'
import type { Db } from '../../database/connect.ts'
import { fileUrl } from '../../files/fileUrl.ts'
import { withStored } from '../../files/storeUpload.ts'
import { invalid } from '../../http/ApiError.ts'
import type { App } from '../../http/App.ts'
import { once } from '../../http/once.ts'
import { answers, reply } from '../../http/replies.ts'
import { parse } from '../../http/schemas.ts'
import { signedIn } from '../../http/session.ts'
import type { Services } from '../../Services.ts'
import { checkStudent } from '../recordRows.ts'
import { saveDocument } from './saveDocument.ts'

/** The fee structure and the account statement of a student's year. */
export function documentRoutes(app: App, services: Services): void {
  app.get(
    '/api/doc',
    {
      schema: {
        summary: 'The annual documents of a student',
        querystring: documentsQuery,
        response: answers(reply({ data: z.array(documentSchema) })),
      },
    },
    async (request) => ({
      success: true as const,
      data: await listDocuments(services.db, request.query, signedIn(request)),
    }),
  )

  app.post(
    '/api/doc',
    {
      config: { may: canAddDocuments, uploads: { file: pdfFile }, describes: documentForm },
      schema: {
        summary: 'Add an annual document, or replace it',
        response: answers(reply({ message: z.string(), data: savedDocumentSchema })),
      },
    },
    async (request) => {
      const actor = signedIn(request)
      const { file } = request.uploads
      const missing: FieldErrors = file ? {} : { file: [documentMessages.fileRequired] }
      const form = parse(documentForm, request.body, missing)
      if (!file) throw invalid(missing)
      return withStored({ file }, { file: 'document' }, services, (stored) =>
        once(request, services, async (trx) => {
          const document = await saveDocument(trx, form, stored.file, actor, services)
          const message = documentMessages.saved
          return { success: true as const, message, data: { ...document, message } }
        }),
      )
    },
  )
}

type Asked = { student: number; year: number }

/** The documents of a student's year. A student whom the viewer may not see is as if not there. */
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
