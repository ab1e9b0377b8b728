import { createContext, useContext, useSyncExternalStore } from 'react'
import { INACTIVITY_LOGOUT_MS } from '#contract/identity/auth.ts'
import { endDeviceSession, removeOldValues } from '../ui/device/deviceStore.ts'
import type { SessionEnd } from '../ui/device/deviceRules.ts'
import { type SignedInUser, signedInUser } from '../ui/sessionUser.ts'
import { call } from '../ui/call.ts'
import {
  forgetAnswers,
  HttpError,
  isUnreachable,
  noAnswerYet,
  SILENT_AFTER_MS,
  whenRefused,
} from '../ui/http.ts'
import { lastActivity, pendingLogout, tabMemory } from './browserMemory.ts'

/** `expired`: the server no longer knows the session. `inactive`: the user was inactive for too long. */
export type SessionEvent = 'began' | 'changed' | 'logout' | 'expired' | 'inactive'

export type Session = ReturnType<typeof createSession>

/** How long a logout waits for the server. The browser's own data is deleted in any case. */
const LOGOUT_TIMEOUT_MS = 5_000
const RETRY_MS = 2_000

/** The session of this tab, created once as the app starts. It listens to the server's refusals and to other tabs. */
export function createSession() {
  let user: SignedInUser | undefined
  let asking: Promise<SignedInUser | undefined> | undefined
  let isRetrying = false
  let isLeaving = false
  let mayLeave = alwaysMayLeave
  let endings = 0
  const listeners = new Set<(event: SessionEvent) => void>()

  function onEvent(listener: (event: SessionEvent) => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }

  function notify(event: SessionEvent): void {
    forgetAnswers()
    for (const listener of listeners) listener(event)
  }

  /** The user of this browser's session, also right after a reload and in a new tab. */
  async function restore(): Promise<SignedInUser | undefined> {
    if (user) return user
    // An earlier logout did not reach the server: that session is ended now and not restored.
    if (pendingLogout.exists()) {
      await logOutOnServer()
      return undefined
    }
    if (isOverdue(lastActivity.read())) {
      await signOut('inactive')
      return undefined
    }
    const remembered = tabMemory.user()
    if (!remembered) return confirmSoon()
    setUser(remembered)
    refresh()
    return remembered
  }

  /** Asks the server who is signed in, which also keeps the server's session alive. */
  function confirm(): Promise<SignedInUser | undefined> {
    asking ??= askServer().finally(() => {
      asking = undefined
    })
    return asking
  }

  /** Like `confirm`, for a user who waits for a screen: reports a silent server early, and retries. */
  function confirmSoon(): Promise<SignedInUser | undefined> {
    return Promise.race([confirm(), silence()]).catch((error: unknown) => {
      if (isUnreachable(error)) void retryConfirm()
      throw error
    })
  }

  /** Retries until the server answers. Then the guards run again for the address. */
  async function retryConfirm(): Promise<void> {
    if (isRetrying) return
    isRetrying = true
    while (await confirm().then(() => false, isUnreachable)) await pause(RETRY_MS)
    isRetrying = false
    notify('changed')
  }

  /** Asks the server in the background, because name or role may have changed. Without an answer, nothing changes. */
  const refresh = (): void => void confirm().catch(() => undefined)

  async function askServer(): Promise<SignedInUser | undefined> {
    const endingsBefore = endings
    try {
      const found = { ...signedInUser(await call('GET /api/session')), notice: user?.notice }
      // An answer that arrives after the session ended must not restore it.
      if (isLeaving || endings > endingsBefore) return undefined
      const before = user
      if (!isSame(before, found)) setUser(found)
      if (before && !isSame(before, found)) notify('changed')
      return found
    } catch (error) {
      if (error instanceof HttpError && error.status === 401) return undefined
      throw error
    }
  }

  function begin(signedIn: SignedInUser): void {
    // Signing in has ended the previous session on the server.
    pendingLogout.clear()
    setUser(signedIn)
    notify('began')
  }

  /** Sets the question to ask before a deliberate logout, because that removes what only this browser has. */
  function askBeforeLogout(question: () => Promise<boolean>): () => void {
    mayLeave = question
    return () => {
      mayLeave = alwaysMayLeave
    }
  }

  /** Ends the session here and on the server. The user goes to Login even if the server does not answer. */
  async function signOut(why: 'logout' | 'inactive' = 'logout'): Promise<void> {
    if (isLeaving || (why === 'logout' && !(await mayLeave()))) return
    // Logout was pressed twice: another call of this function is already ending the session.
    if (isLeaving) return
    isLeaving = true
    // Logs the other tabs out at once. This one need not wait for the server.
    clearDevice(why === 'logout' ? 'logout' : 'expiry')
    await logOutOnServer()
    isLeaving = false
    // Again, because a form may have stored a draft in the meantime.
    end(why, why === 'logout' ? 'logout' : 'expiry')
  }

  function setUser(signedIn: SignedInUser): void {
    if (!user) void removeOldValues()
    user = signedIn
    tabMemory.storeUser(signedIn)
    lastActivity.write()
  }

  function end(
    why: 'logout' | 'expired' | 'inactive',
    how: SessionEnd = why === 'logout' ? 'logoutElsewhere' : 'expiry',
  ): void {
    const wasSignedIn = user !== undefined
    endings += 1
    clearDevice(how)
    user = undefined
    if (wasSignedIn) notify(why)
  }

  function clearDevice(how: SessionEnd): void {
    tabMemory.clear()
    lastActivity.clear()
    void endDeviceSession(how, user?.id)
  }

  whenRefused((status) => {
    // During a logout, 401 only means that the session had already ended.
    if (status === 401 && !isLeaving) end('expired')
    // The page offered something that the server refuses: the role may have changed.
    if (status === 403 && user) refresh()
  })

  /** Follows another tab that signed in or out. */
  lastActivity.watch((before) => {
    const isSignedIn = lastActivity.read() !== undefined
    if (user && !isSignedIn) end(isOverdue(before) ? 'inactive' : 'logout')
    if (!user && isSignedIn)
      confirm().then(
        (found) => found && notify('began'),
        // Without an answer, this tab stays at its sign-in screen.
        () => undefined,
      )
  })

  return {
    user: () => user,
    /** Whether somebody may be signed in. If not, the sign-in screen is shown without asking the server. */
    mayBeSignedIn: () => user !== undefined || lastActivity.read() !== undefined || pendingLogout.exists(),
    onEvent,
    restore,
    confirm,
    refresh,
    begin,
    askBeforeLogout,
    signOut,
  }
}

export const SessionContext = createContext<Session | undefined>(undefined)

export function useSession(): Session {
  const session = useContext(SessionContext)
  if (!session) throw new Error('useSession() is for screens inside a SessionContext')
  return session
}

export function useCurrentUser(): SignedInUser | undefined {
  const { onEvent, user } = useSession()
  return useSyncExternalStore(onEvent, user)
}

/** Never fails: the session is over in this browser anyway. A logout that the server did not confirm stays pending. */
async function logOutOnServer(): Promise<void> {
  pendingLogout.note()
  try {
    await call('POST /api/logout', { signal: AbortSignal.timeout(LOGOUT_TIMEOUT_MS) })
    pendingLogout.clear()
  } catch (error) {
    if (error instanceof HttpError && error.status === 401) pendingLogout.clear()
  }
}

const pause = (duration: number) => new Promise<void>((resolve) => setTimeout(resolve, duration))

const silence = () => pause(SILENT_AFTER_MS).then(() => Promise.reject(noAnswerYet()))

const alwaysMayLeave = () => Promise.resolve(true)

const isOverdue = (last: number | undefined) =>
  last !== undefined && Date.now() - last >= INACTIVITY_LOGOUT_MS

const isSame = (before: SignedInUser | undefined, now: SignedInUser) =>
  JSON.stringify(before) === JSON.stringify(now)
