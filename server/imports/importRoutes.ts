import { importMessages } from '#contract/importMessages.ts'
import { importCalls, IMPORT_MAX_BYTES } from '#contract/imports.ts'
import { canImport, canImportUsers, canSeeImports, canUndoImports } from '#contract/permissions.ts'
import { pauseForRequests } from '../base/yieldToRequests.ts'
import { unauthorized } from '../base/ApiError.ts'
import type { App } from '../http/schemas.ts'
import { serveCalls } from '../http/serveCalls.ts'
import { requireConfirmation } from '../http/session.ts'
import type { Services } from '../Services.ts'
import { findImport, listImports } from './importQueries.ts'
import { countSteps, setNothing } from './movingIn.ts'
import { remembered } from './remembered.ts'
import { checkImport, prepareImport, runImport } from './runImport.ts'
import { inviteUsers } from './importedUsers.ts'
import { undoImport } from './undoImport.ts'

export function importRoutes(app: App, services: Services): void {
  const { config, clock } = services

  serveCalls(app, services, importCalls, {
    'GET /api/imports': {
      may: canSeeImports,
      answer: ({ db, query, actor }) => listImports(db, query, actor),
    },

    'GET /api/imports/:id': {
      may: canSeeImports,
      answer: async ({ db, params, actor }) => ({ data: await findImport(db, params.id, actor) }),
    },

    'GET /api/imports/remembered': {
      may: canSeeImports,
      async answer({ db, query: { kind }, actor }) {
        if (!canImport(actor.role, kind)) throw unauthorized()
        return { data: await remembered(db, kind) }
      },
    },

    'GET /api/imports/steps': {
      may: canSeeImports,
      answer: async ({ db }) => ({ data: await countSteps(db) }),
    },

    'PUT /api/imports/steps': {
      may: canSeeImports,
      async answer({ body: { kind, has_nothing }, ...change }) {
        if (!canImport(change.actor.role, kind)) throw unauthorized()
        await setNothing(change, kind, has_nothing)
        return { message: importMessages.stepSaved }
      },
    },

    'POST /api/imports': {
      may: canSeeImports,
      bodyLimit: IMPORT_MAX_BYTES,
      isRepeatable: true,
      isLong: true,
      async steps({ db, request, body: form, actor }, change) {
        if (!canImport(actor.role, form.kind)) throw unauthorized()
        await pauseForRequests()
        if (form.check) return { data: await checkImport({ trx: db, actor }, form, services) }
        if (form.kind === 'staff' || form.kind === 'accounts') requireConfirmation(request, clock())
        const ahead = await prepareImport({ trx: db, actor }, form, services)
        const data = await change((made) => runImport(made, form, services, ahead))
        return { message: importMessages.imported(data.created, data.updated), data }
      },
    },

    'GET /api/imports/:id/undo': {
      may: canUndoImports,
      isLong: true,
      isTrial: true,
      answer: async ({ params, ...change }) => ({ data: await undoImport(change, params.id) }),
    },

    'POST /api/imports/:id/undo': {
      may: canUndoImports,
      confirmsAgain: true,
      isRepeatable: true,
      isLong: true,
      async answer({ params, ...change }) {
        return { message: importMessages.undone, data: await undoImport(change, params.id) }
      },
    },

    'POST /api/imports/:id/invitations': {
      may: canImportUsers,
      isRepeatable: true,
      isLong: true,
      writesLetters: true,
      async answer({ request, params, ...change }) {
        const confirm = () => requireConfirmation(request, clock())
        const invited = await inviteUsers(change, params.id, services, confirm)
        const message = config.smtpUrl ? importMessages.invited(invited) : importMessages.invitedWithoutMail
        return { message, data: { invited } }
      },
    },
  })
}
