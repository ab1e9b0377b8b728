import type { SessionUser } from '#contract/identity/auth.ts'
import { isWithheld, type Letter, letterCalls, letterMessages } from '#contract/letters.ts'
import {
  canEditUser,
  canEditFunding,
  canSeeAccountLetters,
  canSeeNotifications,
  canSendNotifications,
} from '#contract/permissions.ts'
import { USER_DISABLED } from '#contract/users.ts'
import { writeLinkFor } from '../identity/passwords/passwordLetters.ts'
import type { Db } from '../database/connect.ts'
import { writeChange } from '../database/history.ts'
import { lockRow } from '../database/lockRow.ts'
import { conflict, notFound, unauthorized } from '../base/ApiError.ts'
import type { App } from '../http/schemas.ts'
import { serveCalls } from '../http/serveCalls.ts'
import type { Services } from '../Services.ts'
import { findLetter, findWholeLetter, listLetters, type LetterScope } from './letterQueries.ts'
import { retryLetters } from './retryLetters.ts'

/** The news of a term, for all users who see notifications, letters about promises, and letters about accounts. */
export function letterRoutes(app: App, services: Services): void {
  const mail_server = Boolean(services.config.smtpUrl)
  const retriedMessage = (message: string) => (mail_server ? message : letterMessages.noMailServer)

  serveCalls(app, services, letterCalls, {
    'GET /api/letters': {
      may: canSeeNotifications,
      answer: async ({ db, query, actor }) => ({
        ...(await listLetters(db, query, scopeOf(actor))),
        mail_server,
      }),
    },

    'GET /api/letters/:id': {
      may: canSeeNotifications,
      async answer({ db, params, actor }) {
        const data = await findWholeLetter(db, params.id, scopeOf(actor))
        if (!data) throw notFound()
        return { data }
      },
    },

    'POST /api/letters/retry': {
      may: canSendNotifications,
      writesLetters: true,
      async answer({ body, ...change }) {
        const letters = await retryLetters(change, body, scopeOf(change.actor))
        if (letters === 0) return { message: letterMessages.noneToRetry, letters }
        const message = letters === 1 ? letterMessages.willRetry : letterMessages.manyWillRetry(letters)
        return { message: retriedMessage(message), letters }
      },
    },

    'POST /api/letters/:id/retry': {
      may: canSendNotifications,
      writesLetters: true,
      async answer({ params: { id }, ...change }) {
        const scope = scopeOf(change.actor)
        await retryLetters(change, { id }, scope)
        const data = await letterOf(change.trx, id, scope)
        if (data.state === 'sent') throw conflict(letterMessages.alreadySent)
        if (data.state === 'sending') throw conflict(letterMessages.isBeingSent)
        if (isWithheld(data)) throw conflict(letterMessages.withheld)
        if (data.to?.status === USER_DISABLED) throw conflict(letterMessages.isDisabled)
        return { message: retriedMessage(letterMessages.willRetry), data }
      },
    },

    'POST /api/letters/:id/link': {
      may: canSeeAccountLetters,
      // The link opens the account to anybody who has it.
      confirmsAgain: true,
      async answer({ params: { id }, ...change }) {
        const { trx, actor } = change
        // The lock prevents sending or deleting the letter until the commit.
        const letter = await lockRow(trx, 'letters', id)
        const { to, has_link } = await letterOf(trx, id, scopeOf(actor))
        if (!letter || !has_link || !to) throw conflict(letterMessages.noLink)
        if (!canEditUser(actor, { id: to.id, role_id: to.roles.id })) throw unauthorized()
        await writeChange(change, { entity: 'user', entity_id: to.id, action: 'copied link' })
        return { data: { link: await writeLinkFor(letter, { ...services, db: trx }) } }
      },
    },
  })
}

async function letterOf(db: Db, id: number, scope: LetterScope): Promise<Letter> {
  const letter = await findLetter(db, id, scope)
  if (!letter) throw notFound()
  return letter
}

const scopeOf = ({ role }: SessionUser): LetterScope => ({
  seesPromises: canEditFunding(role),
  seesAccounts: canSeeAccountLetters(role),
})
