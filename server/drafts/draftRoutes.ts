import { draftCalls } from '#contract/drafts.ts'
import { canSaveDrafts } from '#contract/permissions.ts'
import type { App } from '../http/schemas.ts'
import { serveCalls } from '../http/serveCalls.ts'
import { signedIn } from '../http/session.ts'
import type { Services } from '../Services.ts'
import { findDraft, saveDraft, removeDraft } from './draftQueries.ts'

/** Drafts: what a user has typed into a form and not saved yet. Only that user reads them, on any device. */
export function draftRoutes(app: App, services: Services): void {
  const { db } = services

  serveCalls(app, draftCalls, {
    'GET /api/drafts/:key': {
      may: canSaveDrafts,
      answer: async (request) => ({
        data: await findDraft(db, { user_id: signedIn(request).id, ...request.params }),
      }),
    },
    'PUT /api/drafts/:key': {
      may: canSaveDrafts,
      answer: async (request) => ({
        data: await saveDraft({ user_id: signedIn(request).id, ...request.params }, request.body, services),
      }),
    },
    'DELETE /api/drafts/:key': {
      may: canSaveDrafts,
      async answer(request) {
        await removeDraft(db, { user_id: signedIn(request).id, ...request.params }, request.query.version)
        return {}
      },
    },
  })
}
