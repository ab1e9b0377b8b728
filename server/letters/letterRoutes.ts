import type { SessionUser } from '#contract/auth.ts'
import { type Letter, letterCalls, letterMessages } from '#contract/letters.ts'
import {
  canEditUser,
  canSeeAccountLetters,
  canSeeNotifications,
  canSendNotifications,
} from '#contract/permissions.ts'
import { USER_DISABLED } from '#contract/users.ts'
import { writeLinkFor } from '../auth/passwordLetters.ts'
import type { Db } from '../database/connect.ts'
import { writeHistory } from '../database/history.ts'
import { lockRow } from '../database/lockRow.ts'
import { conflict, notFound, unauthorized } from '../http/ApiError.ts'
import type { App } from '../http/schemas.ts'
import { serveCalls } from '../http/serveCalls.ts'
import { signedIn } from '../http/session.ts'
import type { Services } from '../Services.ts'
import { findLetter, findWholeLetter, listLetters, type Sight } from './letterQueries.ts'
import { retryLetters } from './retryLetters.ts'

/** Letters of both kinds: the news of a term, for all users who see notifications, and letters about accounts. */
export function letterRoutes(app: App, services: Services): void {
  const { db, config, clock, outbox } = services
  const mail_server = Boolean(config.smtpUrl)
  const sayRetried = (message: string) => (mail_server ? message : letterMessages.noMailServer)

  serveCalls(app, letterCalls, {
    'GET /api/letters': {
      may: canSeeNotifications,
      answer: async (request) => ({
        ...(await listLetters(db, request.query, sightOf(signedIn(request)))),
        mail_server,
      }),
    },

    'GET /api/letters/:id': {
      may: canSeeNotifications,
      async answer(request) {
        const data = await findWholeLetter(db, request.params.id, sightOf(signedIn(request)))
        if (!data) throw notFound()
        return { data }
      },
    },

    'POST /api/letters/retry': {
      may: canSendNotifications,
      async answer(request) {
        const actor = signedIn(request)
        const letters = await retryLetters(services, request.body, actor, sightOf(actor))
        outbox.nudge()
        if (letters === 0) return { message: letterMessages.noneToRetry, letters }
        const message = letters === 1 ? letterMessages.willRetry : letterMessages.manyWillRetry(letters)
        return { message: sayRetried(message), letters }
      },
    },

    'POST /api/letters/:id/retry': {
      may: canSendNotifications,
      async answer(request) {
        const { id } = request.params
        const actor = signedIn(request)
        await retryLetters(services, { id }, actor, sightOf(actor))
        const data = await letterOf(id, sightOf(actor))
        if (data.state === 'sent') throw conflict(letterMessages.alreadySent)
        if (data.state === 'sending') throw conflict(letterMessages.isBeingSent)
        if (data.to?.status === USER_DISABLED) throw conflict(letterMessages.isDisabled)
        outbox.nudge()
        return { message: sayRetried(letterMessages.willRetry), data }
      },
    },

    'POST /api/letters/:id/link': {
      may: canSeeAccountLetters,
      async answer(request) {
        const actor = signedIn(request)
        const { id } = request.params
        const link = await db.transaction().execute(async (trx) => {
          // The lock prevents sending or deleting the letter until the commit.
          const letter = await lockRow(trx, 'letters', id)
          const { to, has_link } = await letterOf(id, sightOf(actor), trx)
          if (!letter || !has_link || !to) throw conflict(letterMessages.noLink)
          if (!canEditUser(actor, { id: to.id, role_id: to.roles.id })) throw unauthorized()
          await writeHistory(trx, {
            entity: 'user',
            entity_id: to.id,
            action: 'copied link',
            user_id: actor.id,
            at: clock().toISOString(),
          })
          return writeLinkFor(letter, { ...services, db: trx })
        })
        return { data: { link } }
      },
    },
  })

  async function letterOf(id: number, sight: Sight, from: Db = db): Promise<Letter> {
    const letter = await findLetter(from, id, sight)
    if (!letter) throw notFound()
    return letter
  }
}

const sightOf = ({ role }: SessionUser): Sight => ({ seesAccounts: canSeeAccountLetters(role) })
