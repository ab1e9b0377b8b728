import { draftCalls } from '#contract/drafts.ts'
import { canSaveDrafts } from '#contract/permissions.ts'
import type { App } from '../http/schemas.ts'
import { serveCalls } from '../http/serveCalls.ts'
import type { Services } from '../Services.ts'
import { findDraft, saveDraft, removeDraft } from './draftQueries.ts'

/** Drafts: what a user has typed into a form and not saved yet. Only that user reads them, on any device. */
export function draftRoutes(app: App, services: Services): void {
  const may = canSaveDrafts

  serveCalls(app, services, draftCalls, {
    'GET /api/drafts/:key': {
      may,
      answer: async ({ db, actor, params }) => ({
        data: await findDraft(db, { user_id: actor.id, ...params }),
      }),
    },
    'PUT /api/drafts/:key': {
      may,
      answer: async ({ params, body, ...change }) => ({ data: await saveDraft(change, params.key, body) }),
    },
    'DELETE /api/drafts/:key': {
      may,
      async answer({ trx, actor, params, query }) {
        await removeDraft(trx, { user_id: actor.id, ...params }, query.version)
        return {}
      },
    },
  })
}
