import { canDecideRequests, canNoteRequests } from '#contract/permissions.ts'
import { requestCalls, requestForm, requestMessages } from '#contract/privacy/requests.ts'
import { withStored } from '../../files/storeUpload.ts'
import { type App, parse } from '../../http/schemas.ts'
import { serveCalls } from '../../http/serveCalls.ts'
import type { Services } from '../../Services.ts'
import { findRequest, requestsList } from './listRequests.ts'
import { decideRequest, decisionMessage, noteRequest } from './saveRequest.ts'

/** What families and students ask about a child's record, and what becomes of it. */
export function requestRoutes(app: App, services: Services): void {
  const listRequests = requestsList(services.db)

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
}
