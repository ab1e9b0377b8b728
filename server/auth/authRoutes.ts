import { z } from 'zod'
import {
  authMessages,
  forgotForm,
  linkId,
  linkUserSchema,
  loginForm,
  passwordForm,
  sessionUserSchema,
} from '#contract/auth.ts'
import { USER_ACTIVE, USER_DISABLED } from '#contract/users.ts'
import type { App } from '../http/App.ts'
import { holdRow } from '../database/holdRow.ts'
import { ApiError } from '../http/ApiError.ts'
import { issueForgeryToken } from '../http/forgery.ts'
import { answers, messageReply, reply } from '../http/replies.ts'
import {
  clearSessionCookie,
  endSession,
  openSession,
  sessionUserOf,
  setSessionCookie,
  signedIn,
} from '../http/session.ts'
import type { Services } from '../Services.ts'
import { countAttempt, forgiveAttempt, forgotLimits, signInLimits, sweepAttempts } from './attempts.ts'
import { findUserByEmail } from './authQueries.ts'
import { changePassword, openLink } from './changePassword.ts'
import { formatInstant } from './instant.ts'
import { isPassword } from './password.ts'
import { mailPasswordLink } from './mailPasswordLink.ts'

/** Long enough to hide whether an address is known, short enough not to be felt. */
const FORGOT_ANSWER_MS = 250

const isPublic = { isPublic: true } as const
const linkParams = z.object({ id: linkId })

export function authRoutes(app: App, services: Services): void {
  const { db, clock, config } = services

  app.get('/sanctum/csrf-cookie', { config: isPublic, schema: { hide: true } }, async (request, answer) => {
    issueForgeryToken(answer, request.session?.token_hash, services)
    return answer.code(204).send()
  })

  app.post(
    '/api/login',
    {
      config: isPublic,
      schema: {
        summary: 'Sign in',
        body: loginForm,
        response: answers(reply({ data: sessionUserSchema, message: z.string() })),
      },
    },
    async (request, answer) => {
      const { email, password } = request.body
      const limits = signInLimits(email, request.ip)
      await countAttempt(db, limits, clock())

      const user = await findUserByEmail(db, email)
      if (!(await isPassword(password, user?.password_hash)) || !user)
        throw new ApiError(422, authMessages.wrongCredentials)

      const { present, session } = await db.transaction().execute(async (trx) => {
        // Hashing took a while, in which the user may have been disabled or got a new password.
        const now = await holdRow(trx, 'users', user.id)
        if (now?.password_hash !== user.password_hash) throw new ApiError(422, authMessages.wrongCredentials)
        if (now?.status === USER_DISABLED) throw new ApiError(403, authMessages.disabled)
        if (now?.status !== USER_ACTIVE) throw new ApiError(422, authMessages.wrongCredentials)
        await forgiveAttempt(trx, limits)
        if (request.session) await endSession(trx, request.session.token_hash)
        return { present: now, session: await openSession(trx, user.id, clock()) }
      })
      await sweepAttempts(db, clock())
      setSessionCookie(answer, session.token, services)
      issueForgeryToken(answer, session.token_hash, services)
      return {
        success: true as const,
        message: authMessages.signedIn,
        data: sessionUserOf(present, config.notificationsAdmin),
      }
    },
  )

  app.post(
    '/api/logout',
    { schema: { summary: 'Sign out', response: answers(messageReply) } },
    async (request, answer) => {
      if (request.session) await endSession(db, request.session.token_hash)
      clearSessionCookie(answer, services)
      issueForgeryToken(answer, undefined, services)
      return { success: true as const, message: authMessages.signedOut }
    },
  )

  app.get(
    '/api/session',
    { schema: { summary: 'Who is signed in', response: answers(reply({ data: sessionUserSchema })) } },
    async (request) => ({ success: true as const, data: signedIn(request) }),
  )

  app.get(
    '/api/CurrentDate',
    {
      config: isPublic,
      schema: {
        summary: "The server's date and time, in UTC",
        response: answers(reply({ date: z.string() })),
      },
    },
    async () => ({ success: true as const, date: formatInstant(clock()) }),
  )

  app.post(
    '/api/getuser/:id',
    {
      config: isPublic,
      schema: {
        summary: 'The user of a password link',
        params: linkParams,
        response: answers(reply({ user: z.array(linkUserSchema) })),
      },
    },
    async (request) => {
      const { id, status, first_name, last_name } = await openLink(request.params.id, services)
      return { success: true as const, user: [{ id, status, first_name, last_name }] }
    },
  )

  app.post(
    '/api/changepsw/:id',
    {
      config: isPublic,
      schema: {
        summary: 'Create or change a password by its link',
        params: linkParams,
        body: passwordForm,
        response: answers(messageReply),
      },
    },
    async (request) => {
      await changePassword(request.params.id, request.body.password, services)
      return { success: true as const, message: authMessages.passwordSaved }
    },
  )

  app.post(
    '/api/forgotpsw',
    {
      config: isPublic,
      schema: {
        summary: 'Ask for a link to change the password',
        body: forgotForm,
        response: answers(messageReply),
      },
    },
    async (request) => {
      const { email } = request.body
      await countAttempt(db, forgotLimits(email, request.ip), clock())
      const answerTime = new Promise((resolve) => setTimeout(resolve, FORGOT_ANSWER_MS))
      const user = await findUserByEmail(db, email)
      if (user && user.status !== USER_DISABLED) await mailPasswordLink(user, services)
      await answerTime
      return { success: true as const, message: authMessages.linkMailed }
    },
  )
}
