import { canGiveRole, canSeeUsers } from '#contract/permissions.ts'
import { type User, userCalls, userMessages, USER_ACTIVE } from '#contract/users.ts'
import { unauthorized } from '../http/ApiError.ts'
import type { App } from '../http/schemas.ts'
import { once } from '../http/once.ts'
import { serveCalls } from '../http/serveCalls.ts'
import { signedIn } from '../http/session.ts'
import type { Services } from '../Services.ts'
import { changeUserStatus, deleteUser, editUser, registerUser, resendLink } from './userChanges.ts'
import { listRoles, usersList } from './userQueries.ts'

export function userRoutes(app: App, services: Services): void {
  const { db, config, outbox } = services
  const listUsers = usersList(db)
  const may = canSeeUsers

  serveCalls(app, userCalls, {
    'GET /api/getUsers': {
      may,
      async answer({ query }, reply) {
        const { data, meta } = await listUsers(query)
        reply.type('application/json; charset=utf-8').serializer(writeRowsOnce)
        return { user: data, data, meta }
      },
    },

    'GET /api/getRoles': { may, answer: async () => ({ roles: await listRoles(db) }) },

    'POST /api/register': {
      may,
      async answer(request) {
        const actor = signedIn(request)
        if (!canGiveRole(actor.role, request.body.role_id)) throw unauthorized()
        const message = config.smtpUrl ? userMessages.added : userMessages.addedWithoutMail
        const answer = await once(request, services, async (trx) => ({
          message,
          data: await registerUser(trx, request.body, actor, services),
        }))
        outbox.nudge()
        return answer
      },
    },

    'POST /api/edit': {
      may,
      async answer(request) {
        const data = await editUser(request.body, signedIn(request), services)
        outbox.nudge()
        return { message: userMessages.updated, data }
      },
    },

    'POST /api/statusUsr': {
      may,
      async answer(request) {
        const data = await changeUserStatus(request.body, signedIn(request), services)
        const message = data.status === USER_ACTIVE ? userMessages.activated : userMessages.deactivated
        return { message, data }
      },
    },

    'POST /api/delete/:id': {
      may,
      async answer(request) {
        await deleteUser(request.params.id, signedIn(request), services)
        return { message: userMessages.deleted }
      },
    },

    'POST /api/resend/:id': {
      may,
      async answer(request) {
        await resendLink(request.params.id, signedIn(request), services)
        outbox.nudge()
        return { message: config.smtpUrl ? userMessages.linkSent : userMessages.linkWaits }
      },
    },
  })
}

/** The answer contains the same rows under two names, which are serialized only once. */
function writeRowsOnce(answer: unknown): string {
  const { user, data: _same, ...others } = answer as { user: User[]; data: User[] }
  const rows = JSON.stringify(user)
  return `${JSON.stringify(others).slice(0, -1)},"user":${rows},"data":${rows}}`
}
