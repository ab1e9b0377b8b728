import type { FastifyRequest } from 'fastify'
import type { FieldErrors } from '#contract/base/call.ts'
import { fileMessages } from '#contract/base/files.ts'
import { galleryCalls, galleryMessages, mediaForm } from '#contract/gallery.ts'
import { canDeleteMedia, canEditGallery } from '#contract/permissions.ts'
import { type App, parse } from '../http/schemas.ts'
import { serveCalls } from '../http/serveCalls.ts'
import type { Services } from '../Services.ts'
import { deleteMedia, editMedia } from './mediaChanges.ts'
import { findByChecksum, galleryReader } from './readGallery.ts'
import { saveMedia } from './saveMedia.ts'

/** The fields that decide whether a form needs a file. */
const choice = mediaForm.pick({ id: true, upload: true })

/** Reads a student's gallery, and adds, edits and deletes its pictures and films. */
export function galleryRoutes(app: App, services: Services): void {
  const readGallery = galleryReader(services.db)

  serveCalls(app, services, galleryCalls, {
    'GET /api/students/:id?query=gallery': {
      views: 'pictures',
      answer: async ({ params, actor }) => ({ data: await readGallery(params.id, actor) }),
    },

    'GET /api/gallery/known': {
      may: canEditGallery,
      async answer({ db, query: { student_id, sha256 } }) {
        return { data: (await findByChecksum(db, student_id, sha256)) ?? null }
      },
    },

    'POST /api/gallery?query=': {
      may: canEditGallery,
      parsesBody: true,
      isRepeatable: true,
      async steps({ request: { body, uploads }, actor }, change) {
        const { id, upload } = choice.safeParse(body).data ?? {}
        const isEdit = id !== undefined
        const form = parse(mediaForm, body, fileErrors(uploads, upload, isEdit))
        if (!isEdit) return saveMedia(uploads, form, actor, services, change)
        const data = await change((made) => editMedia(made, id, form), { isRepeatable: false })
        return { message: galleryMessages.changed, data }
      },
    },

    'DELETE /api/gallery/:id': {
      may: canDeleteMedia,
      async answer({ params, ...change }) {
        await deleteMedia(change, params.id)
        return { message: galleryMessages.deleted }
      },
    },
  })
}

/** An add needs exactly one file, sent with the form or as a resumable upload; an edit takes none. */
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
