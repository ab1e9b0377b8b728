import { draftForm, draftParams, draftRemoval, draftSchema } from '#contract/drafts.ts'
import { canKeepDrafts } from '#contract/permissions.ts'
import type { App } from '../http/App.ts'
import { answers, reply } from '../http/replies.ts'
import { signedIn } from '../http/session.ts'
import type { Services } from '../Services.ts'
import { findDraft, keepDraft, removeDraft } from './draftQueries.ts'

/** What somebody has typed into a form and not saved yet: theirs alone, on whatever device they go on. */
export function draftRoutes(app: App, services: Services): void {
  const { db } = services
  const config = { may: canKeepDrafts }

  app.get(
    '/api/drafts/:key',
    {
      config,
      schema: {
        summary: 'The draft of a form, if there is one',
        params: draftParams,
        response: answers(reply({ data: draftSchema.nullable() })),
      },
    },
    async (request) => {
      const user_id = signedIn(request).id
      return { success: true as const, data: await findDraft(db, { user_id, ...request.params }) }
    },
  )

  app.put(
    '/api/drafts/:key',
    {
      config,
      schema: {
        summary: 'Keep a draft of a form',
        params: draftParams,
        body: draftForm,
        response: answers(reply({ data: draftSchema.pick({ version: true, saved_at: true }) })),
      },
    },
    async (request) => {
      const user_id = signedIn(request).id
      const data = await keepDraft({ user_id, ...request.params }, request.body, services)
      return { success: true as const, data }
    },
  )

  app.delete(
    '/api/drafts/:key',
    {
      config,
      schema: {
        summary: 'Discard a draft',
        params: draftParams,
        querystring: draftRemoval,
        response: answers(reply({})),
      },
    },
    async (request) => {
      const user_id = signedIn(request).id
      await removeDraft(db, { user_id, ...request.params }, request.query.version)
      return { success: true as const }
    },
  )
}
