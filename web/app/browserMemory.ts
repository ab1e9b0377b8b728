import { type SessionUser, sessionUserSchema } from '#contract/auth.ts'
import { parseJson } from '../ui/http.ts'
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

const PENDING_LOGOUT = 'elimu.owedLogout'

/** A logout that has not reached the server, whose session is therefore still open. */
export const pendingLogout = {
  exists: () => localStorage.getItem(PENDING_LOGOUT) !== null,
  note: () => localStorage.setItem(PENDING_LOGOUT, 'yes'),
  clear: () => localStorage.removeItem(PENDING_LOGOUT),
}

/** What the session stores in this tab: who is signed in, the current menu, and the open profile. */
export const tabMemory = {
  user: (): SessionUser | undefined =>
    sessionUserSchema.safeParse(parseJson(sessionStorage.getItem('user'))).data,
  keepUser: (user: SessionUser) => sessionStorage.setItem('user', JSON.stringify(user)),
  menu: () => sessionStorage.getItem('menu') ?? undefined,
  keepMenu: (menu: string) => sessionStorage.setItem('menu', menu),
  profile: (): ProfileAddress =>
    readProfileAddress({
      student: sessionStorage.getItem('student'),
      profile: sessionStorage.getItem('profile'),
    }),
  keepProfile({ student, profile }: ProfileAddress) {
    sessionStorage.setItem('student', String(student ?? ''))
    sessionStorage.setItem('profile', profile ?? '')
  },
  clear: () => sessionStorage.clear(),
}
