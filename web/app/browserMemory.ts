import { z } from 'zod'
import { sessionUserSchema } from '#contract/identity/auth.ts'
import type { PendingSignIn } from '../identity/authApi.ts'
import { parseJson } from '../ui/http.ts'
import type { SignedInUser } from '../ui/sessionUser.ts'
import { type ProfileAddress, readProfileAddress } from './address.ts'

const LAST_ACTIVITY = 'elimu.lastActivity'

/**
 * The time of the last activity in any tab of this browser. It is stored only while a session lasts, so that a change
 * also notifies every tab that a session began or ended.
 */
export const lastActivity = {
  read: (): number | undefined => Number(localStorage.getItem(LAST_ACTIVITY)) || undefined,
  write: () => localStorage.setItem(LAST_ACTIVITY, String(Date.now())),
  clear: () => localStorage.removeItem(LAST_ACTIVITY),
  /** Calls `listener` with the previous time when another tab has written or cleared the time. */
  watch: (listener: (before: number | undefined) => void): (() => void) => {
    const onStorage = ({ key, oldValue }: StorageEvent) => {
      if (key === LAST_ACTIVITY || key === null) listener(Number(oldValue) || undefined)
    }
    window.addEventListener('storage', onStorage)
    return () => window.removeEventListener('storage', onStorage)
  },
}

/** The key that earlier versions used: a logout that they stored must still reach the server. */
const PENDING_LOGOUT = 'elimu.owedLogout'

/** A logout that has not reached the server, whose session is therefore still open. */
export const pendingLogout = {
  exists: () => localStorage.getItem(PENDING_LOGOUT) !== null,
  note: () => localStorage.setItem(PENDING_LOGOUT, 'yes'),
  clear: () => localStorage.removeItem(PENDING_LOGOUT),
}

const signedInUserSchema = sessionUserSchema.extend({
  next: z.literal('set_up').optional(),
  due: z.string().optional(),
})

/** What the session stores in this tab: who is signed in or signs in, the current menu, and the open profile. */
export const tabMemory = {
  user: (): SignedInUser | undefined =>
    signedInUserSchema.safeParse(parseJson(sessionStorage.getItem('user'))).data,
  storeUser: (user: SignedInUser) => sessionStorage.setItem('user', JSON.stringify(user)),
  /** Kept through a reload, because a phone may unload the page while its authenticator app is open. */
  pendingSignIn: () => parseJson(sessionStorage.getItem('pendingSignIn')) as PendingSignIn | undefined,
  storePendingSignIn: (pending: PendingSignIn | undefined) =>
    pending
      ? sessionStorage.setItem('pendingSignIn', JSON.stringify(pending))
      : sessionStorage.removeItem('pendingSignIn'),
  /** Whether the notice that a second step is due was put off until the next sign-in. */
  isNoticePutOff: () => sessionStorage.getItem('later') !== null,
  putOffNotice: () => sessionStorage.setItem('later', 'yes'),
  menu: () => sessionStorage.getItem('menu') ?? undefined,
  storeMenu: (menu: string) => sessionStorage.setItem('menu', menu),
  profile: (): ProfileAddress =>
    readProfileAddress({
      student: sessionStorage.getItem('student'),
      profile: sessionStorage.getItem('profile'),
    }),
  storeProfile({ student, profile }: ProfileAddress) {
    sessionStorage.setItem('student', String(student ?? ''))
    sessionStorage.setItem('profile', profile ?? '')
  },
  clear: () => sessionStorage.clear(),
}
