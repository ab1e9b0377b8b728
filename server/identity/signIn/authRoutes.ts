import { z } from 'zod'
import { authCalls, authMessages } from '#contract/identity/auth.ts'
import { USER_ACTIVE, USER_DISABLED } from '#contract/users.ts'
import type { App } from '../../http/schemas.ts'
import { ApiError } from '../../base/ApiError.ts'
import { issueForgeryToken } from '../../http/forgery.ts'
import { serveCalls } from '../../http/serveCalls.ts'
import { afterPasswordAnswer, readSetUpNotice, openAfterPassword } from './afterPassword.ts'
import { clearSessionCookie, endSession } from '../../http/session.ts'
import type { Services } from '../../Services.ts'
import { checkPassword, proveIdentity } from '../proveIdentity.ts'
import { countAttempt, deviceLimits, forgotLimits, signInLimits } from './attempts.ts'
import { findUserByEmail } from './authQueries.ts'
import { openLink, setPassword } from '../passwords/setPassword.ts'
import { formatInstant } from '../passwords/passwordLink.ts'
import { findKnownDevice, markKnownDevice } from '../devices/devices.ts'
import { writePasswordLetterAgain } from '../passwords/writePasswordLetter.ts'
import { hashPassword } from '../passwords/password.ts'
import { checkNewPassword } from '../passwords/passwordRules.ts'

/** How long every answer takes, to hide whether an address is known; too short for users to notice. */
const FORGOT_ANSWER_MS = 250

const wrongSignIn = () => new ApiError(422, authMessages.wrongSignIn)

export function authRoutes(app: App, services: Services): void {
  const { clock, config } = services

  const token = {
    config: { isPublic: true },
    schema: { summary: 'Sets the cookie `XSRF-TOKEN`', response: { 204: z.unknown() } },
  }
  app.get('/sanctum/csrf-cookie', token, async (request, reply) => {
    issueForgeryToken(reply, request.session?.token_hash, services)
    return reply.code(204).send()
  })

  serveCalls(app, services, authCalls, {
    'POST /api/login': {
      isPublic: true,
      async steps({ db, request, reply, body: { email, password } }, change) {
        const user = await findUserByEmail(db, email)
        const device = findKnownDevice(request, user, services)
        const opened = await proveIdentity(change, services, {
          limits: device ? deviceLimits(device) : signInLimits(email, request.ip),
          check: () => checkPassword(user, password, wrongSignIn),
          async accept({ trx, at, user: now }) {
            if (now.status === USER_DISABLED) throw new ApiError(403, authMessages.disabled)
            if (now.status !== USER_ACTIVE) throw wrongSignIn()
            return openAfterPassword(trx, now, request, new Date(at), services)
          },
        })
        return afterPasswordAnswer(opened, { request, reply }, services)
      },
    },

    'POST /api/logout': {
      admits: ['second_step', 'set_up'],
      async steps({ request: { session }, reply }, change) {
        if (session)
          await change(({ trx, at }) => endSession(trx, session.token_hash, 'signed_out', new Date(at)))
        clearSessionCookie(reply, services)
        // Browsers cache pictures and films on the disk. These must be deleted when the user signs out.
        reply.header('clear-site-data', '"cache"')
        issueForgeryToken(reply, undefined, services)
        return { message: authMessages.signedOut }
      },
    },

    'GET /api/session': {
      admits: ['set_up'],
      async answer({ db, actor: { today: _today, ...data }, request }) {
        return { data, ...(await readSetUpNotice(db, request, clock())) }
      },
    },

    'GET /api/CurrentDate': { isPublic: true, answer: async () => ({ date: formatInstant(clock()) }) },

    'POST /api/getuser/:id': {
      isPublic: true,
      readsOnly: true,
      async answer({ db, params }) {
        const { id, status, first_name, last_name, email } = await openLink(db, params.id, services)
        return { user: [{ id, status, first_name, last_name }], email }
      },
    },

    'POST /api/changepsw/:id': {
      isPublic: true,
      writesLetters: true,
      async steps({ db, reply, params, body: { password } }, change) {
        const user = await openLink(db, params.id, services)
        checkNewPassword(password, user, config)
        const password_hash = await hashPassword(password)
        await change((made) => setPassword(made, params.id, user, password_hash, services))
        // As a known device the browser has a sign-in limit of its own: a stranger who guesses cannot lock the user
        // out.
        markKnownDevice(reply, { id: user.id, password_hash }, services, { hasSignedIn: false })
        return { message: authMessages.passwordSaved }
      },
    },

    'POST /api/forgotpsw': {
      isPublic: true,
      async steps({ db, request, body: { email } }, change) {
        await countAttempt(change, forgotLimits(request.ip))
        const answerTime = new Promise((resolve) => setTimeout(resolve, FORGOT_ANSWER_MS))
        const user = await findUserByEmail(db, email)
        if (user && user.status !== USER_DISABLED) {
          await change(({ trx }) => writePasswordLetterAgain(trx, user, services))
          services.outbox.nudge()
        }
        await answerTime
        return { message: authMessages.linkMailed }
      },
    },
  })
}
