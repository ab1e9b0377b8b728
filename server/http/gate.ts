import type { FastifyInstance, FastifyRequest } from 'fastify'
import { accountMessages } from '#contract/identity/account.ts'
import type { SessionUser } from '#contract/identity/auth.ts'
import { UNAUTHENTICATED } from '#contract/base/call.ts'
import type { SessionState } from '../database/tables/accounts.ts'
import { ApiError, unauthenticated, unauthorized } from '../base/ApiError.ts'
import type { Services } from '../Services.ts'
import { checkForgeryToken } from './forgery.ts'
import { requireConfirmation, type Session, sessionFinder } from './session.ts'

declare module 'fastify' {
  interface FastifyRequest {
    session: Session | null
    /** Whether it changes something, and so needs the forgery token. */
    isChange: boolean
  }
  interface FastifyContextConfig {
    /** Open to users who are not signed in. Every other call under /api needs a session. */
    isPublic?: boolean
    /** Needs no marker header, because the browser sends the request itself. */
    isPlain?: boolean
    /** Takes files. These calls are not counted, because the connection limits them. */
    isUpload?: boolean
    /** A GET call that changes something, and so needs the forgery token. */
    isChange?: boolean
    /**
     * The rule of contract/permissions.ts that a role must meet. The account of `NOTIFICATIONS_ADMIN` may do more than its
     * role.
     */
    may?: (role: number, user: SessionUser) => boolean
    /** The sessions that may use it although they are not signed in completely. */
    admits?: Exclude<SessionState, 'signed_in'>[]
    /** Needs a second step, or the password without one, that is not older than ten minutes. */
    confirmsAgain?: boolean
  }
}

/** The methods that change nothing, unless the route says that it does. */
export const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

/** The checks that every call under /api passes before its route is reached, and before its body is read. */
export function guardCalls(app: FastifyInstance, services: Services): void {
  const findSession = sessionFinder(services)
  const countCall = limitCalls(services.config.sessionCallsAMinute)
  app.decorateRequest('session', null)
  app.decorateRequest('isChange', false)

  app.addHook('onRequest', async (request) => {
    const { isPublic, isPlain, isUpload, uploads, isChange, may, admits, confirmsAgain } =
      request.routeOptions.config
    const isUnsafe = !SAFE_METHODS.has(request.method)
    request.isChange = isUnsafe || isChange === true
    if (!isCall(request)) return
    if (!isPlain && request.headers['x-requested-with'] !== 'XMLHttpRequest')
      throw new ApiError(400, 'The X-Requested-With header is missing.')
    if (request.is404) return

    request.session = await findSession(request)
    if (!isPublic) refuseUnlessAdmitted(request.session, admits)
    if (request.session && !isUpload && !uploads) countCall(request.session.token_hash, services.clock())
    if (request.isChange) checkForgeryToken(request, services)
    if (may && !(request.session && may(request.session.user.role, request.session.user)))
      throw unauthorized()
    // A session that must set up its first step has nothing else to confirm with, and opens nothing else.
    if (confirmsAgain && request.session?.state !== 'set_up') requireConfirmation(request, services.clock())
  })
}

/** Refuses a call without a session, and with one that still lacks its second step, unless the call is part of that. */
function refuseUnlessAdmitted(session: Session | null, admits: SessionState[] = []): void {
  if (!session) throw unauthenticated()
  if (session.state === 'signed_in' || admits.includes(session.state)) return
  if (session.state === 'second_step') throw new ApiError(401, UNAUTHENTICATED, { code: 'second_step' })
  throw new ApiError(403, accountMessages.setUpFirst, { code: 'set_up' })
}

/** Depends on the route and never on the address: one route has many spellings (`/%61pi/…`, `http://host/api/…`). */
const isCall = ({ routeOptions, url }: FastifyRequest) => /^\/(api|sanctum)\//.test(routeOptions.url ?? url)

const MINUTE_MS = 60_000

/**
 * Counts the calls of each session, and refuses those above the limit until the minute is over; 0 is no limit. Each process
 * counts in its own memory.
 */
function limitCalls(most: number): (session: string, now: Date) => void {
  const counts = new Map<string, number>()
  let minute = 0
  return (session, now) => {
    if (most === 0) return
    const current = Math.floor(now.getTime() / MINUTE_MS)
    if (current !== minute) counts.clear()
    minute = current
    const count = (counts.get(session) ?? 0) + 1
    counts.set(session, count)
    if (count <= most) return
    const retryAfter = Math.ceil(((minute + 1) * MINUTE_MS - now.getTime()) / 1_000)
    throw new ApiError(429, 'Too many requests. Please wait a minute and try again.', { retryAfter })
  }
}
