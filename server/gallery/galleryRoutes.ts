import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { idParams } from '#contract/auth.ts'
import type { FieldErrors } from '#contract/errors.ts'
import { fileMessages, imageFile, mediaFile } from '#contract/files.ts'
import { galleryMessages, knownMediaQuery, mediaForm, mediaSchema } from '#contract/gallery.ts'
import { canDeleteMedia, canEditGallery } from '#contract/permissions.ts'
import type { App } from '../http/App.ts'
import { answers, messageReply, reply } from '../http/replies.ts'
import { parse } from '../http/schemas.ts'
import { signedIn } from '../http/session.ts'
import { savingQuery } from '../records/recordCalls.ts'
import type { Services } from '../Services.ts'
import { deleteMedia, editMedia } from './mediaChanges.ts'
import { findKnown } from './readGallery.ts'

/** With all that looks through films: an idle server need not carry it in memory. */
const loadSaving = () => import('./saveMedia.ts')

/** What decides about the file of a form. */
const choice = mediaForm.pick({ id: true, upload: true })

/** The pictures and films of the students. The galleries themselves are read with their student. */
export function galleryRoutes(app: App, services: Services): void {
  const { db, clock } = services

  app.get(
    '/api/gallery/known',
    {
      config: { may: canEditGallery },
      schema: {
        summary: 'A picture or film of a student by its checksum, so that it need not travel twice',
        querystring: knownMediaQuery,
        response: answers(reply({ data: mediaSchema.nullable() })),
      },
    },
    async (request) => {
      const { student_id, sha256 } = request.query
      return { success: true as const, data: (await findKnown(db, student_id, sha256)) ?? null }
    },
  )

  app.post(
    '/api/gallery',
    {
      config: {
        may: canEditGallery,
        uploads: { media: mediaFile, poster: imageFile },
        describes: mediaForm,
      },
      schema: {
        summary: 'Add a picture or film to a gallery, or say anew what it shows',
        querystring: savingQuery,
        response: answers(reply({ message: z.string(), data: mediaSchema })),
      },
    },
    async (request) => {
      const { id, upload } = parse(choice, request.body)
      const isEdit = id !== undefined
      const form = parse(mediaForm, request.body, fileErrors(request.uploads, upload, isEdit))
      if (!isEdit) return (await loadSaving()).saveMedia(request, form, services)
      const change = { actor: signedIn(request), clock }
      const data = await db.transaction().execute((trx) => editMedia(trx, id, form, change))
      return { success: true as const, message: galleryMessages.changed, data }
    },
  )

  app.delete(
    '/api/gallery/:id',
    {
      config: { may: canDeleteMedia },
      schema: {
        summary: 'Delete a picture or film',
        params: idParams,
        response: answers(messageReply),
      },
    },
    async (request) => {
      const change = { actor: signedIn(request), clock }
      await db.transaction().execute((trx) => deleteMedia(trx, request.params.id, change))
      return { success: true as const, message: galleryMessages.deleted }
    },
  )
}

/** One file for what is added, whichever way it came; none for what is there. */
function fileErrors(
  { media, poster }: FastifyRequest['uploads'],
  upload: string | undefined,
  isEdit: boolean,
): FieldErrors {
  const count = [media, upload].filter(Boolean).length
  if (isEdit) return count > 0 || poster ? { media: [fileMessages.notTaken] } : {}
  if (count === 0) return { media: [galleryMessages.mediaRequired] }
  return count > 1 ? { media: [fileMessages.onlyOne] } : {}
}
