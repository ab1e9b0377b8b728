import { useSyncExternalStore } from 'react'
import { INACTIVITY_LOGOUT_MS, type SessionUser } from '#contract/auth.ts'
import { forgetQueue } from '../gallery/queue/browserQueue.ts'
import { forgetDrafts } from '../ui/drafts/browserDrafts.ts'
import { call } from '../ui/call.ts'
import { forgetAnswers, HttpError, whenRefused } from '../ui/http.ts'
import { lastActivity } from './lastActivity.ts'
import { owedLogout } from './owedLogout.ts'
import { tabMemory } from './tabMemory.ts'

/** `expired`: the server no longer knows the session. `inactive`: nobody did anything for too long. */
export type SessionEvent = 'began' | 'changed' | 'logout' | 'expired' | 'inactive'

/** Nobody should wait for a server that does not answer; what the browser knows is cleared anyway. */
const LOGOUT_TIMEOUT_MS = 5_000

let user: SessionUser | undefined
let asking: Promise<SessionUser | undefined> | undefined
let isLeaving = false
const nothingToLose = () => Promise.resolve(true)
let mayLeave = nothingToLose
let endings = 0
const listeners = new Set<(event: SessionEvent) => void>()

export const currentUser = (): SessionUser | undefined => user

export const useCurrentUser = () => useSyncExternalStore(onSession, currentUser)

export function onSession(listener: (event: SessionEvent) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether it is worth asking the server who is signed in; spares the sign-in screen a wait. */
export const mayBeSignedIn = () =>
  user !== undefined || lastActivity.read() !== undefined || owedLogout.isOwed()

/** The user of this browser's session, also right after a reload and in a new tab. */
export async function restoreSession(): Promise<SessionUser | undefined> {
  if (user) return user
  // Nobody is let in again by what a logout could not end.
  if (owedLogout.isOwed()) {
    await logOutOnServer()
    return undefined
  }
  if (isOverdue(lastActivity.read())) {
    await signOut('inactive')
    return undefined
  }
  const remembered = tabMemory.user()
  if (!remembered) return confirmSession()
  keep(remembered)
  followChangedUser()
  return remembered
}

/** Asks the server who is signed in; the question also keeps the server's own session alive. */
export function confirmSession(): Promise<SessionUser | undefined> {
  asking ??= askSession().finally(() => {
    asking = undefined
  })
  return asking
}

/** Asks in passing, where name or role may have changed. Unanswered, all stays as it is. */
export const followChangedUser = (): void => void confirmSession().catch(() => undefined)

async function askSession(): Promise<SessionUser | undefined> {
  const endingsBefore = endings
  try {
    const { data } = await call('GET /api/session')
    // An answer on its way while the session ended must not bring it back.
    if (isLeaving || endings > endingsBefore) return undefined
    const before = user
    if (!isSame(before, data)) keep(data)
    if (before && !isSame(before, data)) tell('changed')
    return data
  } catch (error) {
    if (error instanceof HttpError && error.status === 401) return undefined
    throw error
  }
}

export function beginSession(signedIn: SessionUser): void {
  // Signing in ended whatever session there was.
  owedLogout.settle()
  keep(signedIn)
  tell('began')
}

/** Asks before a deliberate logout, which takes along what only this browser has. */
export function askBeforeLogout(question: () => Promise<boolean>): () => void {
  mayLeave = question
  return () => {
    mayLeave = nothingToLose
  }
}

/** Ends the session here and on the server, which may refuse or be gone: the user still goes to Login. */
export async function signOut(why: 'logout' | 'inactive' = 'logout'): Promise<void> {
  if (isLeaving || (why === 'logout' && !(await mayLeave()))) return
  // Another press may have been answered at the same time.
  if (isLeaving) return
  isLeaving = true
  // The other tabs leave at once.
  lastActivity.clear()
  // Only here, where somebody said so: another tab cannot tell a logout from a session that ended.
  if (why === 'logout' && user) void forgetQueue(user.id)
  await logOutOnServer()
  isLeaving = false
  end(why)
}

/** Never fails: either way it is over here, and what the server did not hear is owed to it. */
async function logOutOnServer(): Promise<void> {
  owedLogout.owe()
  try {
    await call('POST /api/logout', { signal: AbortSignal.timeout(LOGOUT_TIMEOUT_MS) })
    owedLogout.settle()
  } catch (error) {
    if (error instanceof HttpError && error.status === 401) owedLogout.settle()
  }
}

function keep(signedIn: SessionUser): void {
  user = signedIn
  tabMemory.keepUser(signedIn)
  lastActivity.write()
}

function end(why: 'logout' | 'expired' | 'inactive'): void {
  const wasSignedIn = user !== undefined
  endings += 1
  user = undefined
  tabMemory.clear()
  lastActivity.clear()
  forgetDrafts(why === 'logout')
  if (wasSignedIn) tell(why)
}

function tell(event: SessionEvent): void {
  forgetAnswers()
  for (const listener of listeners) listener(event)
}

const isOverdue = (last: number | undefined) =>
  last !== undefined && Date.now() - last >= INACTIVITY_LOGOUT_MS

const isSame = (before: SessionUser | undefined, now: SessionUser) =>
  JSON.stringify(before) === JSON.stringify(now)

whenRefused((status) => {
  // The answer to a logout may be that there was nothing left to end.
  if (status === 401 && !isLeaving) end('expired')
  // Offered by the page and yet refused: the role has changed since.
  if (status === 403 && user) followChangedUser()
})

/** Another tab signed in or out: this one follows. */
lastActivity.watch((before) => {
  const isSignedIn = lastActivity.read() !== undefined
  if (user && !isSignedIn) end(isOverdue(before) ? 'inactive' : 'logout')
  if (!user && isSignedIn)
    confirmSession().then(
      (found) => found && tell('began'),
      // Unanswered, this tab stays at its sign-in screen.
      () => undefined,
    )
})
