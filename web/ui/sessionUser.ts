import { createContext, useContext } from 'react'
import type { SessionUser } from '#contract/auth.ts'

/** Provided by the app to everything behind sign-in. */
export const SessionUserContext = createContext<SessionUser | undefined>(undefined)

export function useSessionUser(): SessionUser {
  const user = useContext(SessionUserContext)
  if (!user) throw new Error('useSessionUser() is for screens behind sign-in')
  return user
}

/** Provided by the app: asks the server who is signed in, after a change that may affect the signed-in user. */
export const ConfirmSessionContext = createContext<() => void>(() => {})

export const useConfirmSession = () => useContext(ConfirmSessionContext)
