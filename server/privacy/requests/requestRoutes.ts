import { canDecideRequests, canNoteRequests } from '#contract/permissions.ts'
import { erasureMessages } from '#contract/privacy/erasure.ts'
import { requestCalls, requestForm, requestMessages } from '#contract/privacy/requests.ts'
import { idParams } from '#contract/identity/auth.ts'
import { z } from 'zod'
import { withStored } from '../../files/storeUpload.ts'
import { conflict } from '../../base/ApiError.ts'
import { type App, parse } from '../../http/schemas.ts'
import { filePolicy } from '../../http/secureHeaders.ts'
import { serveCalls } from '../../http/serveCalls.ts'
import type { Services } from '../../Services.ts'
import { findRequest, requestsList } from './listRequests.ts'
import { drawRefusal } from './refusalLetter.ts'
import { decideRequest, decisionMessage, noteRequest } from './saveRequest.ts'

/** What families and students ask about a child's record, and what becomes of it. */
export function requestRoutes(app: App, services: Services): void {
  const { db, config } = services
  const listRequests = requestsList(db)

  serveCalls(app, services, requestCalls, {
    'GET /api/requests': {
      may: canNoteRequests,
      answer: ({ query, actor }) => listRequests(query, actor.today),
    },

    'POST /api/requests': {
      may: canNoteRequests,
      parsesBody: true,
      isRepeatable: true,
      async steps({ request: { body, uploads } }, change) {
        const form = parse(requestForm, body)
        return withStored({ letter: uploads['letter'] }, { letter: 'request' }, services, ({ letter }) =>
          change(async (made) => ({
            message: requestMessages.saved,
            data: await findRequest(made.trx, await noteRequest(made, form, letter)),
          })),
        )
      },
    },

    'PATCH /api/requests/:id': {
      may: canDecideRequests,
      async answer({ params: { id }, body, ...change }) {
        await decideRequest(change, id, body)
        return { message: decisionMessage(body.state), data: await findRequest(change.trx, id) }
      },
    },
  })

  app.route({
    method: 'GET',
    url: '/api/requests/:id/letter',
    // Without the marker header, because the browser opens it in its own tab.
    config: { isPlain: true, may: canDecideRequests },
    schema: {
      summary: 'The letter of a refusal, as PDF in English and Swahili',
      params: idParams,
      response: { 200: z.unknown() },
    },
    async handler({ params: { id } }, reply) {
      const refused = await findRequest(db, id)
      if (refused.state !== 'refused') throw conflict(requestMessages.notRefused)
      if (!refused.asked_by) throw conflict(erasureMessages.isDone)
      reply.headers({
        'content-type': 'application/pdf',
        'content-disposition': `inline; filename="${refused.ref}-refusal.pdf"`,
        'cache-control': 'private, no-store',
        'content-security-policy': filePolicy('application/pdf'),
      })
      return reply.send(drawRefusal(refused, config.charityName))
    },
  })
}
