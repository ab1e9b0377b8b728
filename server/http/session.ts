import { createHash, randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { SessionUser } from '#contract/auth.ts'
import { SUPPORTER } from '#contract/permissions.ts'
import { USER_ACTIVE, userName } from '#contract/users.ts'
import { isOutside, isWithin } from '../database/instants.ts'
import { type Placeholders, prepared } from '../database/prepared.ts'
import type { Trx } from '../database/history.ts'
import type { Db } from '../database/connect.ts'
import type { Services } from '../Services.ts'
import { unauthenticated } from './ApiError.ts'

export const IDLE_LIMIT_MS = 15 * 60_000
export const ABSOLUTE_LIMIT_MS = 12 * 60 * 60_000
/** How old `seen_at` may be before it is renewed: a write per request would be a disk sync each. */
const TOUCH_AFTER_MS = 60_000

export type Session = { token_hash: string; user: SessionUser }

/** How long a call waits for the renewal of its session. */
const RENEWAL_PATIENCE_MS = 300

const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url')

/** The user of a route that only signed-in users reach. */
export function signedIn(request: FastifyRequest): SessionUser {
  if (!request.session) throw unauthenticated()
  return request.session.user
}

/** Finds the session that a request's cookie names, if it is still alive. */
export function sessionFinder({ db, config, clock }: Services) {
  const findRow = prepared(db, (value: Placeholders<{ token_hash: string }>) =>
    db
      .selectFrom('sessions')
      .innerJoin('users', 'users.id', 'sessions.user_id')
      .select([
        'sessions.created_at',
        'sessions.seen_at',
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
    const token_hash = hashOf(token)
    const [row] = await findRow({ token_hash })
    if (!row || row.status !== USER_ACTIVE) return null

    const now = clock()
    if (!isWithin(row.seen_at, IDLE_LIMIT_MS, now) || !isWithin(row.created_at, ABSOLUTE_LIMIT_MS, now))
      return null
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
      await Promise.race([renewal, pause(RENEWAL_PATIENCE_MS, undefined, { ref: false })])
    }

    return { token_hash, user: sessionUserOf(row, config.notificationsAdmin) }
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

/** Opens a session under a new id, and deletes expired sessions. */
export async function openSession(
  trx: Trx,
  user_id: number,
  now: Date,
): Promise<{ token: string; token_hash: string }> {
  const token = randomBytes(32).toString('base64url')
  const token_hash = hashOf(token)
  const at = now.toISOString()
  await trx
    .deleteFrom('sessions')
    .where(isOutside('seen_at', IDLE_LIMIT_MS, now))
    .execute()
  await trx.insertInto('sessions').values({ token_hash, user_id, created_at: at, seen_at: at }).execute()
  return { token, token_hash }
}

export async function endSession(db: Db, token_hash: string): Promise<void> {
  await db.deleteFrom('sessions').where('token_hash', '=', token_hash).execute()
}

export async function endSessionsOf(trx: Trx, user_id: number): Promise<void> {
  await trx.deleteFrom('sessions').where('user_id', '=', user_id).execute()
}

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
