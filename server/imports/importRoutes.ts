import { importCalls, IMPORT_MAX_BYTES, importMessages } from '#contract/imports.ts'
import { canImport, canInviteSupporters, canSeeImports, canUndoImports } from '#contract/permissions.ts'
import { onOwnConnection } from '../database/connect.ts'
import { yieldToRequests } from '../database/inBatches.ts'
import { unauthorized } from '../http/ApiError.ts'
import { once } from '../http/once.ts'
import type { App } from '../http/schemas.ts'
import { serveCalls } from '../http/serveCalls.ts'
import { signedIn } from '../http/session.ts'
import type { Services } from '../Services.ts'
import { withheldEmail } from '../users/userChanges.ts'
import { findImport, listImports } from './importQueries.ts'
import { remembered } from './remembered.ts'
import { checkImport, runImport } from './runImport.ts'
import { inviteSupporters } from './supporters.ts'
import { checkUndo, undoImport } from './undoImport.ts'

export function importRoutes(app: App, services: Services): void {
  const { db, clock, config, outbox } = services

  serveCalls(app, importCalls, {
    'GET /api/imports': {
      may: canSeeImports,
      answer: (request) => listImports(db, request.query, signedIn(request)),
    },

    'GET /api/imports/:id': {
      may: canSeeImports,
      answer: async (request) => ({ data: await findImport(db, request.params.id, signedIn(request)) }),
    },

    'GET /api/imports/remembered': {
      may: canSeeImports,
      async answer(request) {
        const { kind } = request.query
        if (!canImport(signedIn(request).role, kind)) throw unauthorized()
        return { data: await remembered(db, kind) }
      },
    },

    'POST /api/imports': {
      may: canSeeImports,
      bodyLimit: IMPORT_MAX_BYTES,
      async answer(request) {
        const actor = signedIn(request)
        const form = request.body
        if (!canImport(actor.role, form.kind)) throw unauthorized()
        await yieldToRequests()
        const asked = { now: clock(), withheld: withheldEmail(actor, services) }
        if (form.check) return { data: await checkImport(db, form, asked) }
        const data = await onOwnConnection(db, (own) =>
          once(request, { ...services, db: own }, (trx) => runImport(trx, form, actor, asked)),
        )
        return { message: importMessages.imported(data.created, data.updated), data }
      },
    },

    'GET /api/imports/:id/undo': {
      may: canUndoImports,
      async answer(request) {
        const actor = signedIn(request)
        return { data: await onOwnConnection(db, (own) => checkUndo(own, request.params.id, actor, clock())) }
      },
    },

    'POST /api/imports/:id/undo': {
      may: canUndoImports,
      async answer(request) {
        const actor = signedIn(request)
        const data = await onOwnConnection(db, (own) =>
          once(request, { ...services, db: own }, (trx) =>
            undoImport(trx, request.params.id, actor, clock()),
          ),
        )
        return { message: importMessages.undone, data }
      },
    },

    'POST /api/imports/:id/invitations': {
      may: canInviteSupporters,
      async answer(request) {
        const actor = signedIn(request)
        const invited = await onOwnConnection(db, (own) =>
          once(request, { ...services, db: own }, async (trx) => ({
            count: await inviteSupporters(trx, request.params.id, actor, services),
          })),
        )
        outbox.nudge()
        const message = config.smtpUrl
          ? importMessages.invited(invited.count)
          : importMessages.invitedWithoutMail
        return { message, data: { invited: invited.count } }
      },
    },
  })
}
