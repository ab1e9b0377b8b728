import { letterCalls, letterMessages } from '#contract/letters.ts'
import { canEditUser, canSeeLetters } from '#contract/permissions.ts'
import { writeLinkFor } from '../auth/passwordLetters.ts'
import { writeHistory } from '../database/history.ts'
import { conflict, notFound, unauthorized } from '../http/ApiError.ts'
import type { App } from '../http/schemas.ts'
import { serveCalls } from '../http/serveCalls.ts'
import { signedIn } from '../http/session.ts'
import type { Services } from '../Services.ts'
import { findUser } from '../users/userQueries.ts'
import { asLetter, findLetter, lettersList } from './letterQueries.ts'

export function letterRoutes(app: App, services: Services): void {
  const { db, config, clock, outbox } = services
  const listLetters = lettersList(db)

  serveCalls(app, letterCalls, {
    'GET /api/letters': {
      may: canSeeLetters,
      answer: async ({ query }) => ({ ...(await listLetters(query)), mail_server: Boolean(config.smtpUrl) }),
    },

    'POST /api/letters/:id/retry': {
      may: canSeeLetters,
      async answer({ params: { id } }) {
        await db
          .updateTable('letters')
          .set({ state: 'waiting', attempts: 0, next_attempt_at: clock().toISOString() })
          .where('id', '=', id)
          .where('state', 'in', ['waiting', 'failed'])
          .execute()
        const letter = await findLetter(db, id)
        if (!letter) throw notFound()
        if (letter.state === 'sent') throw conflict(letterMessages.alreadySent)
        if (letter.state === 'sending') throw conflict(letterMessages.isBeingSent)
        outbox.nudge()
        const message = config.smtpUrl ? letterMessages.willRetry : letterMessages.noMailServer
        return { message, data: asLetter(letter) }
      },
    },

    'POST /api/letters/:id/link': {
      may: canSeeLetters,
      async answer(request) {
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
        return { data: { link: await writeLinkFor(letter, services) } }
      },
    },
  })
}
