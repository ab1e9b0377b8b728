import { z } from 'zod'
import { idParams } from '#contract/auth.ts'
import { letterMessages, letterSchema } from '#contract/letters.ts'
import { listMeta, listQuery } from '#contract/lists.ts'
import { canEditUser, canSeeLetters } from '#contract/permissions.ts'
import type { App } from '../http/App.ts'
import { findUser } from '../users/userQueries.ts'
import { writeHistory } from '../database/history.ts'
import { conflict, notFound, unauthorized } from '../http/ApiError.ts'
import { answers, reply } from '../http/replies.ts'
import { signedIn } from '../http/session.ts'
import type { Services } from '../Services.ts'
import { writeLinkFor } from '../auth/passwordLetters.ts'
import { asLetter, findLetter, lettersList } from './letterQueries.ts'

export function letterRoutes(app: App, services: Services): void {
  const { db, config, clock, outbox } = services
  const listLetters = lettersList(db)
  const access = { config: { may: canSeeLetters } }

  app.get(
    '/api/letters',
    {
      ...access,
      schema: {
        summary: 'The letters in the outbox and those that were sent',
        querystring: listQuery,
        response: answers(reply({ data: z.array(letterSchema), meta: listMeta, mail_server: z.boolean() })),
      },
    },
    async (request) => ({
      success: true as const,
      ...(await listLetters(request.query)),
      mail_server: Boolean(config.smtpUrl),
    }),
  )

  app.post(
    '/api/letters/:id/retry',
    {
      ...access,
      schema: {
        summary: 'Try a letter again at once',
        params: idParams,
        response: answers(reply({ message: z.string(), data: letterSchema })),
      },
    },
    async (request) => {
      const { id } = request.params
      const now = clock().toISOString()
      await db
        .updateTable('letters')
        .set({ state: 'waiting', attempts: 0, next_attempt_at: now })
        .where('id', '=', id)
        .where('state', 'in', ['waiting', 'failed'])
        .execute()
      const letter = await findLetter(db, id)
      if (!letter) throw notFound()
      if (letter.state === 'sent') throw conflict(letterMessages.alreadySent)
      if (letter.state === 'sending') throw conflict(letterMessages.isBeingSent)
      outbox.nudge()
      return {
        success: true as const,
        message: config.smtpUrl ? letterMessages.willRetry : letterMessages.noMailServer,
        data: asLetter(letter),
      }
    },
  )

  app.post(
    '/api/letters/:id/link',
    {
      ...access,
      schema: {
        summary: "Make a letter's password link, to hand over by another way",
        params: idParams,
        response: answers(reply({ data: z.object({ link: z.string() }) })),
      },
    },
    async (request) => {
      const actor = signedIn(request)
      const letter = await findLetter(db, request.params.id)
      if (!letter) throw notFound()
      if (!asLetter(letter).has_link || !letter.user_id) throw conflict(letterMessages.noLink)
      const owner = await findUser(db, letter.user_id)
      if (!owner) throw notFound()
      if (!canEditUser(actor, { id: owner.id, role_id: owner.roles.id })) throw unauthorized()
      await writeHistory(db, {
        entity: 'user',
        entity_id: owner.id,
        action: 'copied link',
        user_id: actor.id,
        at: clock().toISOString(),
      })
      return { success: true as const, data: { link: await writeLinkFor(letter, services) } }
    },
  )
}
