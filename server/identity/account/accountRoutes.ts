import type { FastifyRequest } from 'fastify'
import { accountCalls, accountMessages } from '#contract/identity/account.ts'
import { checkPassword, proveIdentity } from '../proveIdentity.ts'
import { ownLimits } from '../signIn/attempts.ts'
import { findUserById } from '../signIn/authQueries.ts'
import { forgetDevices, markKnownDevice } from '../devices/devices.ts'
import { invalid, notFound, unauthenticated } from '../../base/ApiError.ts'
import type { App } from '../../http/schemas.ts'
import { serveCalls } from '../../http/serveCalls.ts'
import { endSessions, endSessionsOf, type Session } from '../../http/session.ts'
import type { Services } from '../../Services.ts'
import { changeOwnPassword } from '../passwords/ownPassword.ts'
import { requestOptionsFor } from '../secondSteps/passkeys.ts'
import { checkSecondStep, usablePasskeys, stepsOf, usableKinds } from '../secondSteps/secondSteps.ts'
import { readSecurity } from './security.ts'
import { beginStep, completeStep, makeNewCodes, removeStep, renameStep } from '../secondSteps/stepChanges.ts'

/** The session of a call that only signed-in users reach. */
function sessionOf({ session }: FastifyRequest): Session {
  if (!session) throw unauthenticated()
  return session
}

const challengeContext = ({ token_hash }: Session) => `confirm ${token_hash}`

/** How the user signs in: second steps, devices, sessions and password. */
export function accountRoutes(app: App, services: Services): void {
  serveCalls(app, services, accountCalls, {
    'GET /api/account/security': {
      admits: ['set_up'],
      answer: async ({ db, request }) => ({
        data: await readSecurity(db, sessionOf(request), request, services),
      }),
    },

    'POST /api/account/second-steps': {
      admits: ['set_up'],
      // The user who adds a step can confirm everything with it.
      confirmsAgain: true,
      answer: async ({ request, body, ...change }) => ({
        data: await beginStep(change, sessionOf(request), body, services),
      }),
    },

    'POST /api/account/second-steps/:id/confirm': {
      admits: ['set_up'],
      writesLetters: true,
      async steps({ db, request, params, body }, change) {
        const asked = { db, change, session: sessionOf(request) }
        const { recovery_codes, notice } = await completeStep(asked, params.id, body, services)
        return { message: accountMessages.added, data: { recovery_codes }, notice }
      },
    },

    'PATCH /api/account/second-steps/:id': {
      writesLetters: true,
      async answer({ request, params, body, ...change }) {
        await renameStep(change, sessionOf(request), params.id, body.name, services)
        return { message: accountMessages.renamed }
      },
    },

    'DELETE /api/account/second-steps/:id': {
      confirmsAgain: true,
      writesLetters: true,
      async answer({ request, params, ...change }) {
        await removeStep(change, sessionOf(request), params.id, services)
        return { message: accountMessages.removed }
      },
    },

    'POST /api/account/recovery-codes': {
      confirmsAgain: true,
      writesLetters: true,
      async answer({ request, ...change }) {
        const recovery_codes = await makeNewCodes(change, sessionOf(request), services)
        return { message: accountMessages.newCodes, data: { recovery_codes } }
      },
    },

    'DELETE /api/account/devices': {
      async answer({ trx, actor }) {
        await forgetDevices(trx, actor.id)
        return { message: accountMessages.devicesForgotten }
      },
    },

    'DELETE /api/account/devices/:id': {
      async answer({ trx, actor, params }) {
        const { numDeletedRows } = await trx
          .deleteFrom('remembered_devices')
          .where('id', '=', params.id)
          .where('user_id', '=', actor.id)
          .executeTakeFirst()
        if (numDeletedRows === 0n) throw notFound()
        return { message: accountMessages.deviceForgotten }
      },
    },

    'DELETE /api/account/sessions': {
      async answer({ trx, at, actor, request }) {
        await endSessionsOf(trx, actor.id, 'ended', new Date(at), sessionOf(request).id)
        return { message: accountMessages.sessionsEnded }
      },
    },

    'DELETE /api/account/sessions/:id': {
      async answer({ trx, at, actor, params, request }) {
        const others = trx
          .selectFrom('sessions')
          .select('id')
          .where('id', '=', params.id)
          .where('id', '!=', sessionOf(request).id)
          .where('user_id', '=', actor.id)
        if (!(await others.executeTakeFirst())) throw notFound()
        await endSessions(trx, 'ended', new Date(at), (sessions) => sessions.where('id', '=', params.id))
        return { message: accountMessages.sessionEnded }
      },
    },

    'GET /api/account/confirm': {
      async answer({ db, request, actor }) {
        const own = await stepsOf(db, actor.id)
        if (own.steps.length === 0) return { data: { kinds: ['password' as const], options: null } }
        const passkeys = usablePasskeys(own, services)
        const context = challengeContext(sessionOf(request))
        const options = passkeys.length > 0 ? requestOptionsFor(context, passkeys, services) : null
        return { data: { kinds: usableKinds(own, services).kinds, options } }
      },
    },

    'POST /api/account/confirm': {
      writesLetters: true,
      async steps({ db, request, actor, body }, change) {
        const session = sessionOf(request)
        const message = await proveIdentity(change, services, {
          limits: ownLimits('confirm', actor.id),
          warns: true,
          async check() {
            const own = { ...(await stepsOf(db, actor.id)), id: actor.id }
            if (own.steps.length === 0)
              return checkPassword(await findUserById(db, actor.id), body.password ?? '', () =>
                invalid({ password: [accountMessages.wrongPassword] }),
              )
            const claim = await checkSecondStep(own, body, challengeContext(session), services)
            return { user_id: actor.id, claim }
          },
          async accept({ trx, at, notice }) {
            await trx.updateTable('sessions').set({ confirmed_at: at }).where('id', '=', session.id).execute()
            return notice ?? accountMessages.confirmed
          },
        })
        return { message }
      },
    },

    'POST /api/account/password': {
      writesLetters: true,
      async steps({ db, request, reply, body }, change) {
        const owner = await changeOwnPassword(db, change, sessionOf(request), body, services)
        // The signature of a known device depends on the password.
        markKnownDevice(reply, owner, services)
        return { message: accountMessages.passwordChanged }
      },
    },
  })
}
