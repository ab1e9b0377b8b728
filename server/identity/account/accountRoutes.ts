import type { FastifyRequest } from 'fastify'
import { accountCalls, accountMessages } from '#contract/identity/account.ts'
import { countAttempt, forgiveAttempt, ownLimits } from '../signIn/attempts.ts'
import { findUserById } from '../signIn/authQueries.ts'
import { forgetDevices, markKnownDevice } from '../devices/devices.ts'
import { isPassword } from '../passwords/password.ts'
import { invalid, notFound, unauthenticated } from '../../base/ApiError.ts'
import type { App } from '../../http/schemas.ts'
import { serveCalls } from '../../http/serveCalls.ts'
import { endSessions, endSessionsOf, type Session } from '../../http/session.ts'
import type { Services } from '../../Services.ts'
import { changeOwnPassword } from '../passwords/ownPassword.ts'
import { requestOptionsFor } from '../secondSteps/passkeys.ts'
import {
  checkSecondStep,
  noteUsedCode,
  passkeysAmong,
  refuseStep,
  stepsOf,
  usableKinds,
  warnOfGuesses,
} from '../secondSteps/secondSteps.ts'
import { readSecurity } from './security.ts'
import { beginStep, completeStep, makeNewCodes, removeStep, renameStep } from '../secondSteps/stepChanges.ts'

/** The session of a call that only signed-in users reach. */
function sessionOf({ session }: FastifyRequest): Session {
  if (!session) throw unauthenticated()
  return session
}

const purposeOf = ({ token_hash }: Session) => `confirm ${token_hash}`

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
        const session = sessionOf(request)
        const limits = ownLimits('new step', session.user.id)
        await countAttempt(change, limits)
        const complete = await completeStep(db, session, params.id, body, services)
        const done = await change(async (made) => {
          const result = await complete(made)
          if (!result.refusal) await forgiveAttempt(made.trx, limits)
          return result
        })
        if (done.refusal !== undefined)
          throw invalid({ [body.assertion ? 'assertion' : 'code']: [done.refusal] })
        return { message: accountMessages.added, data: { recovery_codes: done.codes }, notice: done.notice }
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
        const passkeys = passkeysAmong(own, services)
        const purpose = purposeOf(sessionOf(request))
        const options = passkeys.length > 0 ? requestOptionsFor(purpose, passkeys, services) : null
        return { data: { kinds: usableKinds(own, services).kinds, options } }
      },
    },

    'POST /api/account/confirm': {
      writesLetters: true,
      async steps({ db, request, actor, body }, change) {
        const session = sessionOf(request)
        const limits = ownLimits('confirm', actor.id)
        await countAttempt(change, limits)
        const user = await findUserById(db, actor.id)
        const own = { ...(await stepsOf(db, actor.id)), id: actor.id }
        const hasStep = own.steps.length > 0
        if (!user || (!hasStep && !(await isPassword(body.password ?? '', user.password_hash))))
          throw invalid({ password: [accountMessages.wrongPassword] })
        const use = hasStep && (await checkSecondStep(own, body, purposeOf(session), services))
        const used = await change(async ({ trx, at }) => {
          const result = use ? await use(trx) : undefined
          if (result?.refusal !== undefined) {
            await warnOfGuesses(trx, user, services)
            return result
          }
          if (result?.kind === 'recovery') await noteUsedCode(trx, user, services)
          await forgiveAttempt(trx, limits)
          await trx.updateTable('sessions').set({ confirmed_at: at }).where('id', '=', session.id).execute()
          return result
        })
        if (used) refuseStep(used)
        return { message: used?.notice ?? accountMessages.confirmed }
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
