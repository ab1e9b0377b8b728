import { z } from 'zod'
import { idParams } from '#contract/auth.ts'
import { listMeta, listQuery } from '#contract/lists.ts'
import { canGiveRole, canSeeUsers } from '#contract/permissions.ts'
import {
  roleSchema,
  userEdit,
  userForm,
  userMessages,
  userSchema,
  userStatusForm,
  USER_ACTIVE,
} from '#contract/users.ts'
import type { App } from '../http/App.ts'
import { unauthorized } from '../http/ApiError.ts'
import { once } from '../http/once.ts'
import { answers, messageReply, reply } from '../http/replies.ts'
import { signedIn } from '../http/session.ts'
import type { Services } from '../Services.ts'
import { changeUserStatus, deleteUser, editUser, registerUser, resendLink } from './userChanges.ts'
import { listRoles, usersList } from './userQueries.ts'

const saved = answers(reply({ message: z.string(), data: userSchema }))

export function userRoutes(app: App, services: Services): void {
  const { db, config, outbox } = services
  const listUsers = usersList(db)
  const access = { config: { may: canSeeUsers } }

  app.get(
    '/api/getUsers',
    {
      ...access,
      schema: {
        summary: 'The users',
        querystring: listQuery,
        response: answers(reply({ user: z.array(userSchema), data: z.array(userSchema), meta: listMeta })),
      },
    },
    async (request) => {
      const { data, meta } = await listUsers(request.query)
      return { success: true as const, user: data, data, meta }
    },
  )

  app.get(
    '/api/getRoles',
    { ...access, schema: { summary: 'The roles', response: answers(reply({ roles: z.array(roleSchema) })) } },
    async () => ({ success: true as const, roles: await listRoles(db) }),
  )

  app.post(
    '/api/register',
    { ...access, schema: { summary: 'Add a user and mail them a link', body: userForm, response: saved } },
    async (request) => {
      const actor = signedIn(request)
      if (!canGiveRole(actor.role, request.body.role_id)) throw unauthorized()
      const message = config.smtpUrl ? userMessages.added : userMessages.addedWithoutMail
      const answer = await once(request, services, async (trx) => {
        const data = await registerUser(trx, request.body, actor, services)
        return { success: true as const, message, data }
      })
      outbox.nudge()
      return answer
    },
  )

  app.post(
    '/api/edit',
    { ...access, schema: { summary: 'Edit a user', body: userEdit, response: saved } },
    async (request) => {
      const data = await editUser(request.body, signedIn(request), services)
      outbox.nudge()
      return { success: true as const, message: userMessages.updated, data }
    },
  )

  app.post(
    '/api/statusUsr',
    {
      ...access,
      schema: { summary: 'Activate or deactivate a user', body: userStatusForm, response: saved },
    },
    async (request) => {
      const data = await changeUserStatus(request.body, signedIn(request), services)
      const message = data.status === USER_ACTIVE ? userMessages.activated : userMessages.deactivated
      return { success: true as const, message, data }
    },
  )

  app.post(
    '/api/delete/:id',
    {
      ...access,
      schema: {
        summary: 'Delete a user who never signed in',
        params: idParams,
        response: answers(messageReply),
      },
    },
    async (request) => {
      await deleteUser(request.params.id, signedIn(request), services)
      return { success: true as const, message: userMessages.deleted }
    },
  )

  app.post(
    '/api/resend/:id',
    {
      ...access,
      schema: {
        summary: 'Mail a new user their link again',
        params: idParams,
        response: answers(messageReply),
      },
    },
    async (request) => {
      await resendLink(request.params.id, signedIn(request), services)
      outbox.nudge()
      const message = config.smtpUrl ? userMessages.linkSent : userMessages.linkWaits
      return { success: true as const, message }
    },
  )
}
