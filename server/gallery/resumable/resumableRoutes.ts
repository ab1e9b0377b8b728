import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { galleryMessages, UPLOADS_PATH } from '#contract/gallery.ts'
import { canEditGallery } from '#contract/permissions.ts'
import { conflict, errorBody, notFound } from '../../base/ApiError.ts'
import type { App } from '../../http/schemas.ts'
import { signedIn } from '../../http/session.ts'
import type { Services } from '../../Services.ts'
import { isOwnResumable } from '../../files/resumableNames.ts'
import { isBeingSaved } from './withCompleteUpload.ts'
import { createTusServer } from './tusServer.ts'

const params = z.object({ id: z.string() })
const config = { may: canEditGallery, isUpload: true }
const response = { '2xx': z.unknown(), '4xx': errorBody }

/** Resumable uploads of films, by the tus protocol (tus.io): after a lost connection an upload continues where it stopped. */
export function resumableRoutes(app: App, services: Services): void {
  const handleTus = createTusServer(services)

  async function answer(request: FastifyRequest, reply: FastifyReply, id = ''): Promise<FastifyReply> {
    const actor = signedIn(request)
    // Another user's upload is answered like one that does not exist.
    if (id && !isOwnResumable(id, actor.id)) throw notFound()
    if (id && request.method !== 'HEAD' && isBeingSaved(id))
      throw conflict(galleryMessages.beingSaved, 'being_saved')
    reply.header('tus-resumable', '1.0.0')
    const { status, headers } = await handleTus(request, reply, { user_id: actor.id, id })
    return reply.code(status).headers(headers).send()
  }

  // In a separate scope, because only these calls accept raw bytes and read them as a stream.
  void app.register((calls: App, _options, done) => {
    calls.addContentTypeParser('application/offset+octet-stream', (_request, payload, parsed) =>
      parsed(null, payload),
    )
    calls.post(
      UPLOADS_PATH,
      { config, schema: { summary: 'Start a resumable upload of a video', response } },
      (request, reply) => answer(request, reply),
    )
    const ofOne = [
      ['HEAD', 'The number of bytes of a video received so far'],
      ['PATCH', 'Send the next piece of a video'],
      ['DELETE', 'Cancel the upload of a video'],
    ] as const
    for (const [method, summary] of ofOne)
      calls.route({
        method,
        url: `${UPLOADS_PATH}/:id`,
        config,
        schema: { summary, params, response },
        handler: (request, reply) => answer(request, reply, request.params.id),
      })
    done()
  })
}
