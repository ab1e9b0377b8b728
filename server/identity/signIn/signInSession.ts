import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Selectable } from 'kysely'
import { authMessages, type SessionUser } from '#contract/identity/auth.ts'
import { dayOf } from '#contract/base/days.ts'
import type { Trx } from '../../database/history.ts'
import type { SessionState } from '../../database/tables/accounts.ts'
import type { Tables } from '../../database/tables.ts'
import { issueForgeryToken } from '../../http/forgery.ts'
import { endSession, openSession, sessionUserOf, setSessionCookie } from '../../http/session.ts'
import type { Services } from '../../Services.ts'
import { markKnownDevice } from '../devices/devices.ts'
import { deviceWords } from '../devices/deviceWords.ts'
import { setUpDueAt, readSignInRule } from './signInRule.ts'

type User = Selectable<Tables['users']>
type Exchange = { request: FastifyRequest; reply: FastifyReply }

/** A session that was opened, to be given to the browser after the commit. */
export type Opened = {
  user: User
  session: Awaited<ReturnType<typeof openSession>>
  state: SessionState
  isConfirmed: boolean
  /** Until when a user without a second step has to set one up. */
  due?: string | undefined
}

/** Opens a session that waits for the second step. */
export async function openWaitingSession(trx: Trx, user: User, request: FastifyRequest, now: Date) {
  return open(trx, user, request, now, { state: 'second_step', isConfirmed: false })
}

/**
 * Opens the session of a user who has signed in. Without a second step that user may have to set one up first.
 * `isConfirmed` is false on a remembered device, where only the password was given.
 */
export async function openSignedIn(
  trx: Trx,
  user: User,
  request: FastifyRequest,
  now: Date,
  { hasStep, isConfirmed = true }: { hasStep: boolean; isConfirmed?: boolean },
): Promise<Opened> {
  const due = hasStep ? undefined : setUpDueAt(await readSignInRule(trx), user, now)
  if (user.signed_in_at === null)
    await trx
      .updateTable('users')
      .set({ signed_in_at: now.toISOString() })
      .where('id', '=', user.id)
      .execute()
  const state = due !== undefined && Date.parse(due) <= now.getTime() ? 'set_up' : 'signed_in'
  return { ...(await open(trx, user, request, now, { state, isConfirmed })), due }
}

async function open(
  trx: Trx,
  user: User,
  request: FastifyRequest,
  now: Date,
  how: { state: SessionState; isConfirmed: boolean },
): Promise<Opened> {
  if (request.session) await endSession(trx, request.session.token_hash, 'signed_out', now)
  const session = await openSession(trx, user.id, now, { ...how, device: deviceWords(request) })
  return { user, session, ...how }
}

/** Sends the browser the cookies of its session, and returns the user. */
export function sendSession(
  { user, session, state, isConfirmed }: Opened,
  { request, reply }: Exchange,
  services: Services,
): SessionUser {
  setSessionCookie(reply, session.token, services)
  issueForgeryToken(reply, session.token_hash, services)
  const data = sessionUserOf(user, services.config.notificationsAdmin)
  // Sets the session of this request, because its log line names the user.
  const now = services.clock()
  const confirmed_at = isConfirmed ? now.toISOString() : null
  const reader = { ...data, today: dayOf(now) }
  request.session = { id: session.id, token_hash: session.token_hash, user: reader, state, confirmed_at }
  // With the password alone a browser does not become a known device.
  if (state !== 'second_step') markKnownDevice(reply, user, services)
  return data
}

/** The answer of a sign-in that is complete, or leads to the set-up of a second step. */
export function signedInAnswer(opened: Opened, exchange: Exchange, services: Services) {
  const data = sendSession(opened, exchange, services)
  return { message: authMessages.signedIn, data, ...setUpNotice(opened) }
}

/** What an answer adds to the user: the set-up that is needed, or until when one is due. */
export const setUpNotice = ({ state, due }: Pick<Opened, 'state' | 'due'>) => ({
  ...(state === 'set_up' && { next: 'set_up' as const }),
  ...(state === 'signed_in' && due !== undefined && { due }),
})
