import { type ParsedLocation, redirect } from '@tanstack/react-router'
import { mayBeSignedIn, restoreSession } from './session.ts'

/** A signed-out user is sent to Login, and afterwards back to where they wanted to be. */
export async function signedInOnly({ location }: { location: ParsedLocation }): Promise<void> {
  if (!(await restoreSession())) throw redirect({ to: '/', search: { next: location.href } })
}

/** A signed-in user is sent to where they were going, else to the Dashboard. */
export async function signedOutOnly({ search }: { search: { next?: string } }): Promise<void> {
  if (!mayBeSignedIn()) return
  // A server that does not answer is no reason to hide the sign-in screen.
  const user = await restoreSession().catch(() => undefined)
  if (user) throw redirect({ href: search.next ?? '/dashboard' })
}
