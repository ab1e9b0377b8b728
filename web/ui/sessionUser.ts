import { createContext, useContext } from 'react'
import type { SessionUser } from '#contract/identity/auth.ts'

/**
 * The user with the state of the sign-in: whether only the set-up of a second step is open, or until when one is due,
 * and its warning.
 */
export type SignedInUser = SessionUser & FromSignIn

type FromSignIn = { next?: 'set_up' | undefined; due?: string | undefined; notice?: string | undefined }

export const signedInUser = ({
  data,
  next,
  due,
  notice,
}: { data: SessionUser } & FromSignIn): SignedInUser => ({
  ...data,
  next,
  due,
  notice,
})

/** Provided by the app to everything behind sign-in. */
export const SessionUserContext = createContext<SignedInUser | undefined>(undefined)

export function useSessionUser(): SignedInUser {
  const user = useContext(SessionUserContext)
  if (!user) throw new Error('useSessionUser() is for screens behind sign-in')
  return user
}

/** Provided by the app: asks the server who is signed in, after a change that may affect the signed-in user. */
export const ConfirmSessionContext = createContext<() => void>(() => {})

export const useConfirmSession = () => useContext(ConfirmSessionContext)
