import { createContext, useContext } from 'react'
import type { SessionUser } from '#contract/auth.ts'

/** Given by the app to everything behind sign-in. */
export const SessionUserContext = createContext<SessionUser | undefined>(undefined)

export function useSessionUser(): SessionUser {
  const user = useContext(SessionUserContext)
  if (!user) throw new Error('useSessionUser() is for screens behind sign-in')
  return user
}

/** Given by the app: asks the server who is signed in, after something that may have changed them. */
export const ConfirmSessionContext = createContext<() => void>(() => {})

export const useConfirmSession = () => useContext(ConfirmSessionContext)
