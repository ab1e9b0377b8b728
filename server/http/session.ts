import { hash, randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { SelectQueryBuilder } from 'kysely'
import {
  CONFIRMED_MINUTES,
  type Ending,
  ENDED_DAYS,
  accountMessages,
  SECOND_STEP_MINUTES,
} from '#contract/identity/account.ts'
import type { SessionUser } from '#contract/identity/auth.ts'
import { DAY_MS, dayOf } from '#contract/base/days.ts'
import { SUPPORTER } from '#contract/permissions.ts'
import { USER_ACTIVE, userName } from '#contract/users.ts'
import { inBatches } from '../database/inBatches.ts'
import { isOutside, isWithin } from '../database/instants.ts'
import { type Placeholders, prepared } from '../database/prepared.ts'
import type { Actor, Trx } from '../database/history.ts'
import type { Services } from '../Services.ts'
import type { SessionState } from '../database/tables/accounts.ts'
import type { Tables } from '../database/tables.ts'
import { ApiError, unauthenticated } from '../base/ApiError.ts'

export const IDLE_LIMIT_MS = 15 * 60_000
export const ABSOLUTE_LIMIT_MS = 12 * 60 * 60_000
/** How old `seen_at` may be before it is renewed: a write per request would be a disk sync each. */
const TOUCH_AFTER_MS = 60_000

export type Session = {
  id: number
  token_hash: string
  user: Actor
  state: SessionState
  confirmed_at: string | null
}

/** How long a call waits for the renewal of its session. */
const RENEWAL_TIMEOUT_MS = 300

export const hashToken = (token: string) => hash('sha256', token, 'base64url')

/** The user of a route that only signed-in users reach. */
export function signedIn(request: FastifyRequest): Actor {
  if (!request.session) throw unauthenticated()
  return request.session.user
}

/** Finds the session that a request's cookie names, unless it has expired. */
export function sessionFinder({ db, config, clock }: Services) {
  const findRow = prepared(db, (value: Placeholders<{ token_hash: string }>) =>
    db
      .selectFrom('sessions')
      .innerJoin('users', 'users.id', 'sessions.user_id')
      .select([
        'sessions.id as session_id',
        'sessions.created_at',
        'sessions.seen_at',
        'sessions.state',
        'sessions.confirmed_at',
        'users.id',
        'users.first_name',
        'users.last_name',
        'users.email',
        'users.role_id',
        'users.status',
      ])
      .where('sessions.token_hash', '=', value('token_hash')),
  )

  const cookie = sessionCookie(config.appUrl)
  const renewing = new Set<string>()

  return async (request: FastifyRequest): Promise<Session | null> => {
    const token = request.cookies[cookie]
    if (!token) return null
    const token_hash = hashToken(token)
    const [row] = await findRow({ token_hash })
    if (!row || row.status !== USER_ACTIVE) return null

    const now = clock()
    if (!isWithin(row.seen_at, IDLE_LIMIT_MS, now) || !isWithin(row.created_at, ABSOLUTE_LIMIT_MS, now))
      return null
    const { session_id, state, confirmed_at } = row
    if (state === 'second_step' && !isWithin(row.created_at, SECOND_STEP_MINUTES * 60_000, now)) return null
    if (!isWithin(row.seen_at, TOUCH_AFTER_MS, now) && !renewing.has(token_hash)) {
      renewing.add(token_hash)
      const renewal = db
        .updateTable('sessions')
        .set({ seen_at: now.toISOString() })
        .where('token_hash', '=', token_hash)
        .execute()
        .catch((error: unknown) => request.log.error({ err: error }, 'a session could not be renewed'))
        .finally(() => renewing.delete(token_hash))
      // Continues after a short wait, so that users can read while another program has the database locked.
      await Promise.race([renewal, pause(RENEWAL_TIMEOUT_MS, undefined, { ref: false })])
    }

    const user = { ...sessionUserOf(row, config.notificationsAdmin), today: dayOf(now) }
    return { id: session_id, token_hash, user, state, confirmed_at }
  }
}

export function sessionUserOf(
  row: { id: number; first_name: string; last_name: string; email: string; role_id: number },
  notificationsAdmin: string | undefined,
): SessionUser {
  return {
    id: row.id,
    name: userName(row),
    role: row.role_id,
    // Notifications name the students of other supporters.
    notifications_admin: row.email === notificationsAdmin && row.role_id !== SUPPORTER,
  }
}

/** Refuses a call that needs the user to have proved who they are within the last minutes. */
export function requireConfirmation({ session }: FastifyRequest, now: Date): void {
  const { confirmed_at = null } = session ?? {}
  if (confirmed_at === null || !isWithin(confirmed_at, CONFIRMED_MINUTES * 60_000, now))
    throw new ApiError(403, accountMessages.confirmAgain, { code: 'confirm_again' })
}

type Opening = { state?: SessionState; device?: string; isConfirmed?: boolean }

/** Opens a session under a new id, and ends expired sessions. */
export async function openSession(
  trx: Trx,
  user_id: number,
  now: Date,
  { state = 'signed_in', device = '', isConfirmed = true }: Opening = {},
): Promise<{ id: number; token: string; token_hash: string }> {
  const token = randomBytes(32).toString('base64url')
  const token_hash = hashToken(token)
  const at = now.toISOString()
  await endSessions(trx, 'expired', now, (sessions) =>
    sessions.where(isOutside('seen_at', IDLE_LIMIT_MS, now)),
  )
  await trx
    .deleteFrom('ended_sessions')
    .where(isOutside('ended_at', ENDED_DAYS * DAY_MS, now))
    .execute()
  const { id } = await trx
    .insertInto('sessions')
    .values({
      token_hash,
      user_id,
      created_at: at,
      seen_at: at,
      state,
      confirmed_at: isConfirmed ? at : null,
      device,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, token, token_hash }
}

type Chosen = (sessions: SelectQueryBuilder<Tables, 'sessions', object>) => typeof sessions

/** Ends sessions, and records those that had been signed in. */
export async function endSessions(trx: Trx, how: Ending, now: Date, chosen: Chosen): Promise<void> {
  // Deleted first, so that of two transactions at the same moment only one records a session.
  const sessions = await trx
    .deleteFrom('sessions')
    .where('id', 'in', chosen(trx.selectFrom('sessions')).select('id'))
    .returning(['user_id', 'device', 'created_at', 'seen_at', 'state'])
    .execute()
  const at = now.toISOString()
  const ended = sessions
    .filter(({ state }) => state !== 'second_step')
    .map(({ user_id, device, created_at, seen_at }) => ({
      user_id,
      device,
      created_at,
      seen_at,
      ended_at: how === 'expired' ? seen_at : at,
      how,
    }))
  for await (const some of inBatches(ended)) {
    await trx.insertInto('ended_sessions').values(some).execute()
  }
}

export const endSession = (trx: Trx, token_hash: string, how: Ending, now: Date): Promise<void> =>
  endSessions(trx, how, now, (sessions) => sessions.where('token_hash', '=', token_hash))

/** Ends all sessions of a user, except one that stays. */
export const endSessionsOf = (
  trx: Trx,
  user_id: number,
  how: Ending,
  now: Date,
  exceptId = 0,
): Promise<void> =>
  endSessions(trx, how, now, (sessions) =>
    sessions.where('user_id', '=', user_id).where('id', '!=', exceptId),
  )

export function setSessionCookie(reply: FastifyReply, token: string, { config }: Services): void {
  reply.setCookie(sessionCookie(config.appUrl), token, { ...cookieOptions(config.appUrl), httpOnly: true })
}

export function clearSessionCookie(reply: FastifyReply, { config }: Services): void {
  reply.clearCookie(sessionCookie(config.appUrl), { ...cookieOptions(config.appUrl), httpOnly: true })
}

const isHttps = (appUrl: string) => appUrl.startsWith('https:')

/**
 * The name of the session cookie. Browsers accept `__Host-` cookies from exactly this host only, so that another host of
 * the domain cannot set a session; they require https.
 */
export const sessionCookie = (appUrl: string) => (isHttps(appUrl) ? '__Host-elimu_session' : 'elimu_session')

/** Cookies are sent to the whole site, and over https only if the site uses https. */
export function cookieOptions(appUrl: string) {
  return { path: '/', sameSite: 'lax', secure: isHttps(appUrl) } as const
}
