import type { FastifyRequest } from 'fastify'
import { canSeeUsers } from '#contract/permissions.ts'
import { type User, userCalls, userMessages, USER_ACTIVE } from '#contract/users.ts'
import { LongAnswer } from '../base/LongAnswer.ts'
import type { App } from '../http/schemas.ts'
import { serveCalls } from '../http/serveCalls.ts'
import { requireConfirmation } from '../http/session.ts'
import type { Services } from '../Services.ts'
import { changeUserStatus, deleteUser, editUser, registerUser, resendLink } from './userChanges.ts'
import { listRoles, usersList } from './userQueries.ts'

export function userRoutes(app: App, services: Services): void {
  const { db, config, clock } = services
  const listUsers = usersList(db)
  const may = canSeeUsers
  const confirmation =
    ({ request }: { request: FastifyRequest }) =>
    () =>
      requireConfirmation(request, clock())

  serveCalls(app, services, userCalls, {
    'GET /api/getUsers': {
      may,
      async answer({ query, reply }) {
        const found = await listUsers(query)
        const { data, meta } = found instanceof LongAnswer ? await found.whole() : found
        reply.type('application/json; charset=utf-8').serializer(writeRowsOnce)
        return { user: data, data, meta }
      },
    },

    'GET /api/getRoles': { may, answer: async () => ({ roles: await listRoles(db) }) },

    'POST /api/register': {
      may,
      isRepeatable: true,
      writesLetters: true,
      async answer({ body, ...change }) {
        const data = await registerUser(change, body, services, confirmation(change))
        return { message: config.smtpUrl ? userMessages.added : userMessages.addedWithoutMail, data }
      },
    },

    'POST /api/edit': {
      may,
      writesLetters: true,
      async answer({ body, ...change }) {
        const data = await editUser(change, body, services, confirmation(change))
        return { message: userMessages.updated, data }
      },
    },

    'POST /api/statusUsr': {
      may,
      async answer({ body, ...change }) {
        const data = await changeUserStatus(change, body, services)
        const message = data.status === USER_ACTIVE ? userMessages.activated : userMessages.deactivated
        return { message, data }
      },
    },

    'POST /api/delete/:id': {
      may,
      async answer({ params, ...change }) {
        await deleteUser(change, params.id)
        return { message: userMessages.deleted }
      },
    },

    'POST /api/resend/:id': {
      may,
      writesLetters: true,
      async answer({ params, ...change }) {
        await resendLink(change, params.id, services)
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
